static int f(void) { unsigned v = 3; if (v - 5 + 0L < 0) return 0; return 1; }
int main(void) { return f(); }
