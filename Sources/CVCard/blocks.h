// Blocks of octets, which are Clang's own vectors: a processor that has none so wide takes several of
// its own, or does without.
#ifndef CVCARD_BLOCKS_H
#define CVCARD_BLOCKS_H

#include "kernels.h"

// No function that takes or gives a block is called: each becomes a part of its caller.
#pragma clang diagnostic ignored "-Wpsabi"

#define BLOCK(width, word)                                                                         \
  typedef uint8_t block_##width __attribute__((ext_vector_type(width)));                           \
  /* What a comparison gives: all bits of the octets for which it holds. */                        \
  typedef __typeof__((block_##width){0} == (block_##width){0}) found_##width;                      \
  INLINE block_##width load_##width(const uint8_t *p) {                                            \
    block_##width b;                                                                               \
    __builtin_memcpy(&b, p, width);                                                                \
    return b;                                                                                      \
  }                                                                                                \
  /* A bit for each octet, that of the first one the lowest. */                                    \
  INLINE word bits_##width(found_##width found) {                                                  \
    typedef _Bool bools __attribute__((ext_vector_type(width)));                                   \
    bools b = __builtin_convertvector(found, bools);                                               \
    word bits;                                                                                     \
    __builtin_memcpy(&bits, &b, sizeof bits);                                                      \
    return bits;                                                                                   \
  }

BLOCK(16, uint16_t)
BLOCK(32, uint32_t)
BLOCK(64, uint64_t)

#endif
