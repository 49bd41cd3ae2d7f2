#include <stdio.h>
int main(void) { char b[40]; volatile unsigned u = 6; int p = (int)(u % 25) - 4; return sprintf(b, "%#.*G", p, -9.99) >= 6; }
