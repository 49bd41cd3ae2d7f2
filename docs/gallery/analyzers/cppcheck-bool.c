#include <stdbool.h>
int main(void) { bool b = -3; if (b == 1) return 1; return 0; }
