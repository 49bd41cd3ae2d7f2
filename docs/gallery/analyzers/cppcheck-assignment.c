static int f(unsigned char p) { signed char s; if ((s = p) < 0) return 1; return 0; }
int main(void) { return f(200); }
