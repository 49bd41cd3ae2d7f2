int main(void) { char b = -4; if (b < 0) return 1; return 0; }
