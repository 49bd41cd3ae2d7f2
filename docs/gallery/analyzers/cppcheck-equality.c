static int f(int q) { int p = q; if ((signed char)p != q) return 1; return 0; }
int main(void) { return f(300); }
