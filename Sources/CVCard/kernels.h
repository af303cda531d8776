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

#if defined(HAS_NEON)
// Four bits a lane, lowest lane in the lowest bits: NEON's stand-in for a move-mask.
static inline uint64_t lanes(uint8x16_t v) {
  return vget_lane_u64(
    vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(v), 4)), 0);
}
#endif

static inline int is_blank(uint8_t o) { return o == ' ' || o == '\t'; }

#endif
