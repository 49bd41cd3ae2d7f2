static int f(int b) { int v = b & 7, a = v--; return a != v; }
int main(void) { return f(3); }
