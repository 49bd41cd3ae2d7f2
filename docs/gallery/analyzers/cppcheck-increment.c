static int f(unsigned char p) { if (++p == 0) return 1; return 0; }
int main(void) { return f(255); }
