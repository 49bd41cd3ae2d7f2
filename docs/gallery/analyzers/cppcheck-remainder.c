static int f(int v) { if (v < -2) { if (v % -2 == 0) return 1; } return 0; }
int main(void) { return f(-4); }
