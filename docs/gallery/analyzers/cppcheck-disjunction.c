int f(int a) { int x = a || 5; if (x == 5) return 0; return 1; }
int main(void) { return f(0); }
