#include <stdio.h>
int main(void) { char b[40]; volatile double x = -0x1p-1022; return sprintf(b, "%#.0a", x) <= 10; }
