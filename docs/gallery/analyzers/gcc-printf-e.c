#include <stdio.h>
int main(void) { char b[40]; volatile double x = -1e300; return sprintf(b, "%#.0e", x) <= 7; }
