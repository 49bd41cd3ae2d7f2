static unsigned f(unsigned a) { unsigned b = a < 2 ? a : 2; return b; }
int main(void) { return f(7) == 2; }
