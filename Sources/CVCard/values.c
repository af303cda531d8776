#include "include/cvcard.h"

uint32_t cvc_value_marks(const uint8_t *p, size_t n, size_t *semicolons) {
  // Comparisons without branches: compilers turn the loops into vectors of 16 octets and more. The
  // counts of a block of 255 fit an octet.
  size_t count = 0, i = 0;
  uint8_t backslash = 0, comma = 0, nul = 0;
  while (i < n) {
    size_t end = n - i > 255 ? i + 255 : n;
    uint8_t found = 0;
    for (; i < end; i++) {
      uint8_t c = p[i];
      backslash |= (uint8_t)(c == '\\');
      comma |= (uint8_t)(c == ',');
      nul |= (uint8_t)(c == 0);
      found = (uint8_t)(found + (c == ';'));
    }
    count += found;
  }
  *semicolons = count;
  return (uint32_t)backslash | (uint32_t)comma << 1 | (uint32_t)nul << 2;
}
