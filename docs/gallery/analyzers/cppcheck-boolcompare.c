#include <stdbool.h>
static int f(bool p) { if (p >= 0 && p <= 0) return 1; return 0; }
int main(void) { return f(0); }
