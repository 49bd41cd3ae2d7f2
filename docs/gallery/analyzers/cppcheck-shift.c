static int f(void) { int p = 3; return (p - 4) >> 1U == -1; }
int main(void) { return f(); }
