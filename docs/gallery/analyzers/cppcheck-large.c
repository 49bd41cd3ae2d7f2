static int f(void) { long v = (long)1e10; return v > 5; }
int main(void) { return f(); }
