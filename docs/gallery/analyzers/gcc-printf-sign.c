#include <stdio.h>
int main(void) { char b[40]; volatile unsigned u = 7; return sprintf(b, "%+.*d", (int)(u & 7), 0) <= 7; }
