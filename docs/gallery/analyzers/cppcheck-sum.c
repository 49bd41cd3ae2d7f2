static int f(unsigned p) { if (p + 3 >= 3) return 0; return 1; }
int main(void) { return f(4294967295u); }
