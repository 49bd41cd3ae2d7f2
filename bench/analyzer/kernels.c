/* CRC-32 bit by bit, the sieve of Eratosthenes, a product of matrices: the cost of checks in programs that compute. */
#include <stdio.h>

enum { kBytes = 1 << 20, kSieve = 4000000, kSize = 160 };

static unsigned char bytes[kBytes];
static unsigned char composite[kSieve];
static unsigned a[kSize][kSize], b[kSize][kSize], c[kSize][kSize];

static unsigned crc32(const unsigned char* text, int length) {
  unsigned crc = 0xffffffffu;
  for (int i = 0; i < length; ++i) {
    crc ^= text[i];
    for (int bit = 0; bit < 8; ++bit) {
      if ((crc & 1u) != 0) {
        crc = (crc >> 1) ^ 0xedb88320u;
      } else {
        crc = crc >> 1;
      }
    }
  }
  return ~crc;
}

static int primes(void) {
  int count = 0;
  for (int i = 2; i < kSieve; ++i) {
    if (composite[i] == 0) {
      count = count + 1;
      for (int j = i + i; j < kSieve; j += i) {
        composite[j] = 1;
      }
    }
  }
  return count;
}

static unsigned multiply(void) {
  unsigned trace = 0;
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      unsigned sum = 0;
      for (int k = 0; k < kSize; ++k) {
        sum += a[i][k] * b[k][j];
      }
      c[i][j] = sum;
    }
    trace += c[i][i];
  }
  return trace;
}

int main(void) {
  for (int i = 0; i < kBytes; ++i) bytes[i] = (unsigned char)(i * 7 + (i >> 8));
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      a[i][j] = (unsigned)(i + j);
      b[i][j] = (unsigned)(i * j + 1);
    }
  }
  unsigned sum = 0;
  for (int round = 0; round < 4; ++round) sum += crc32(bytes, kBytes) + multiply();
  printf("%u %d\n", sum, primes());
  return 0;
}
