#include "kernels.h"

int cvc_has_kernel(cvc_kernel kernel) {
  switch (kernel) {
  case CVC_PLAIN: return 1;
#if defined(__x86_64__)
  case CVC_SSSE3: return __builtin_cpu_supports("ssse3");
  case CVC_AVX2: return has_avx2();
#elif defined(HAS_NEON)
  case CVC_NEON: return 1;
#endif
  default: return 0;
  }
}

cvc_kernel cvc_best_kernel(void) {
#if defined(__x86_64__)
  if (cvc_has_kernel(CVC_AVX2)) return CVC_AVX2;
  if (cvc_has_kernel(CVC_SSSE3)) return CVC_SSSE3;
#elif defined(HAS_NEON)
  return CVC_NEON;
#endif
  return CVC_PLAIN;
}
