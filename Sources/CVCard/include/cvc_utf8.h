// Whether octets are UTF-8.
#ifndef CVC_UTF8_H
#define CVC_UTF8_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Whether `p[0..<n]` are well-formed UTF-8: no surrogates, nothing longer than need be, nothing past
/// U+10FFFF, nothing cut off.
int cvc_is_utf8(const uint8_t *p, size_t n);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
