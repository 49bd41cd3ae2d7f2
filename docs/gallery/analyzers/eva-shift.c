int main(void) {
  volatile int v = 20;
  int s = v & 31;
  int zero = 0;
  if (s < 16) { return 0; }
  int r = -1 >> s;                  /* Eva: r is {0}; the machine: -1 */
  if (r != 0) { return 10 / zero; } /* Eva: never reached */
  return 0;
}
