static int f(unsigned short p) { if (!!p) { if (p >= 165) return 1; } return 0; }
int main(void) { return f(200); }
