// What the files of this module share.
#ifndef CVCARD_KERNELS_H
#define CVCARD_KERNELS_H

#include "include/cvcard.h"

#if defined(__x86_64__)
#include <immintrin.h>
// A function for processors that have more than the module is compiled for.
#define FOR_SSSE3 __attribute__((target("ssse3")))
#define FOR_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define HAS_NEON 1
#endif

// A function that is compiled anew for each kind of processor that calls it.
#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
INLINE int has_avx2(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
      && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#endif

static inline int is_blank(uint8_t o) { return o == ' ' || o == '\t'; }

#endif
