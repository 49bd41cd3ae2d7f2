static unsigned f(unsigned a, unsigned long n) { unsigned flush = a | (n == 0); if (flush) return 0; return 1; }
int main(void) { return (int)f(0, 4); }
