#include "kernels.h"

#include <string.h>

// MARK: Decoding

// 0-63: a digit. 64: '='. 65: blank or line end. 66: foreign. '-' and '_' are the URL alphabet's.
static const uint8_t digit[256] = {
#define F 66
#define B 65
  F, F, F, F, F, F, F, F, F, B, B, F, F, B, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F,
  B, F, F, F, F, F, F, F, F, F, F, 62, F, 62, F, 63, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, F, F,
  F, 64, F, F, F, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
  23, 24, 25, F, F, F, F, 63, F, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42,
  43, 44, 45, 46, 47, 48, 49, 50, 51, F, F, F, F, F,
  F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F,
  F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F,
  F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F,
  F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F,
#undef F
#undef B
};

typedef struct {
  const uint8_t *text;
  size_t length;
  uint8_t *out;
  // How far it has come in both.
  size_t read, written;
  // Six bits each of the digits, three at most, that are no whole group yet.
  uint32_t held, count;
} base64_decoder;

static inline void add_value(base64_decoder *d, uint32_t value) {
  d->held = d->held << 6 | value;
  if (++d->count < 4) return;
  uint8_t *out = d->out + d->written;
  out[0] = (uint8_t)(d->held >> 16);
  out[1] = (uint8_t)(d->held >> 8);
  out[2] = (uint8_t)d->held;
  d->written += 3;
  d->held = d->count = 0;
}

// The rest of the text, by the table. Gives the number of foreign octets.
static size_t decode_plainly(base64_decoder *d) {
  const uint8_t *p = d->text;
  const size_t n = d->length;
  size_t i = d->read, strange = 0;
  while (i < n) {
    // Four digits at once while nothing is held back.
    if (d->count == 0) {
      uint8_t *out = d->out + d->written;
      const uint8_t *first = out;
      for (; n - i >= 4; i += 4, out += 3) {
        uint8_t a = digit[p[i]], b = digit[p[i + 1]], c = digit[p[i + 2]], e = digit[p[i + 3]];
        if ((a | b | c | e) > 63) break;
        uint32_t v = (uint32_t)a << 18 | (uint32_t)b << 12 | (uint32_t)c << 6 | e;
        out[0] = (uint8_t)(v >> 16);
        out[1] = (uint8_t)(v >> 8);
        out[2] = (uint8_t)v;
      }
      d->written += (size_t)(out - first);
      if (i >= n) break;
    }
    uint8_t v = digit[p[i++]];
    if (v < 64) {
      add_value(d, v);
    } else if (v == 64) {
      // Padding ends the data; a digit after it belongs to something else.
      for (; i < n; i++) strange += digit[p[i]] < 64 || digit[p[i]] == 66;
    } else {
      strange += v == 66;
    }
  }
  return strange;
}

#if defined(__x86_64__)

// Whether an octet is a digit depends on its halves: each half has the bits of what it rules out,
// and a digit is what neither rules out by the same bit. What a digit says is its octet plus a
// number that depends on its upper half, and in '/' on the lower one, too.
#define TABLE_OF_UPPER                                                                              \
  0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10
#define TABLE_OF_LOWER                                                                              \
  0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A
#define TABLE_OF_SUMMANDS 0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0
// The four octets of white space by their lower half; elsewhere NUL, whose lower half is that of ' '.
#define TABLE_OF_WHITE ' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0
// What a value of six bits is written as: the value plus a number that depends on whether it is an
// upper-case letter (13), a lower-case one (0), one of the digits (1-10), '+' or '/'.
#define TABLE_OF_LETTERS                                                                            \
  'a' - 26, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52,         \
    '0' - 52, '0' - 52, '+' - 62, '/' - 63, 'A', 0, 0
// The three octets of a group in the order in which their bits can be moved into place.
#define ORDER_OF_GROUPS 1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10

#define FOR FOR_SSSE3
#define NAMED(name) name##_ssse3
#define WIDTH 16
#define block __m128i
#define V(name) _mm_##name
#define LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define LOAD_GROUPS(p) LOAD(p)
#define STORE(p, b) _mm_storeu_si128((__m128i *)(p), b)
#define TABLE(...) _mm_setr_epi8(__VA_ARGS__)
#define JOINED(b) (b)
#include "base64_x86_kernel.h"

#define FOR FOR_AVX2
#define NAMED(name) name##_avx2
#define WIDTH 32
#define block __m256i
#define V(name) _mm256_##name
#define LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define LOAD_GROUPS(p)                                                                              \
  _mm256_inserti128_si256(                                                                          \
    _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(p))),                                  \
    _mm_loadu_si128((const __m128i *)((p) + 12)), 1)
#define STORE(p, b) _mm256_storeu_si256((__m256i *)(p), b)
#define TABLE(...) _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))
#define JOINED(b) _mm256_permutevar8x32_epi32(b, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7))
#include "base64_x86_kernel.h"

#elif defined(HAS_NEON)

// What the table of digits says of each octet; 128 and more for what is no ASCII.
static inline uint8x16_t look_up(uint8x16_t b) {
  uint8x16_t low = vqtbl4q_u8(vld1q_u8_x4(digit), b);
  uint8x16_t both = vqtbx4q_u8(low, vld1q_u8_x4(digit + 64), veorq_u8(b, vdupq_n_u8(64)));
  return vorrq_u8(both, vandq_u8(b, vdupq_n_u8(128)));
}

// A bit for each octet that has all bits set.
static inline uint64_t bits(uint8x16_t octets) {
  static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t marked = vandq_u8(octets, vld1q_u8(places));
  return (uint64_t)vaddv_u8(vget_low_u8(marked)) | (uint64_t)vaddv_u8(vget_high_u8(marked)) << 8;
}

static inline uint64_t marks_16(uint8x16_t b, uint8x16_t *values, uint64_t *white) {
  uint8x16_t found = look_up(b);
  *values = found;
  *white = bits(vceqq_u8(found, vdupq_n_u8(65)));
  return bits(vcltq_u8(found, vdupq_n_u8(64)));
}

static inline uint8x16_t pack_16(uint8x16_t values) {
  static const uint8_t order[16] = {2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 255, 255, 255, 255};
  uint16x8_t pairs = vreinterpretq_u16_u8(values);
  pairs = vorrq_u16(
    vshlq_n_u16(vandq_u16(pairs, vdupq_n_u16(0xff)), 6), vshrq_n_u16(pairs, 8));
  uint32x4_t groups = vreinterpretq_u32_u16(pairs);
  groups = vorrq_u32(
    vshlq_n_u32(vandq_u32(groups, vdupq_n_u32(0xffff)), 12), vshrq_n_u32(groups, 16));
  return vqtbl1q_u8(vreinterpretq_u8_u32(groups), vld1q_u8(order));
}

#define DECODE decode_neon
#define WIDTH 16
#define block uint8x16_t
#define LOAD(p) vld1q_u8(p)
#define STORE(p, b) vst1q_u8(p, b)
#define DIGITS(b, v) (vmaxvq_u8(v = look_up(b)) < 64)
#define MARKS(b, v, white) marks_16(b, &v, &white)
#define PACK(v) pack_16(v)
#include "base64_decode_kernel.h"

#endif

size_t cvc_base64_decode(
  cvc_kernel kernel, const uint8_t *p, size_t n, uint8_t *out, size_t *foreign, uint32_t *bits) {
  base64_decoder d = {p, n, out, 0, 0, 0, 0};
  switch (kernel) {
#if defined(__x86_64__)
  case CVC_AVX2: decode_avx2(&d); break;
  case CVC_SSSE3: decode_ssse3(&d); break;
#elif defined(HAS_NEON)
  case CVC_NEON: decode_neon(&d); break;
#endif
  default: break;
  }
  *foreign = decode_plainly(&d);
  size_t o = d.written;
  *bits = 0;
  if (d.count == 1) *bits = 6;
  if (d.count == 2) {
    out[o++] = (uint8_t)(d.held >> 4);
    *bits = 4;
  }
  if (d.count == 3) {
    out[o++] = (uint8_t)(d.held >> 10);
    out[o++] = (uint8_t)(d.held >> 2);
    *bits = 2;
  }
  return o;
}

// MARK: Encoding

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

#if defined(HAS_NEON)

static size_t encode_neon(const uint8_t *p, size_t n, uint8_t *out) {
  const uint8x16x4_t letters = vld1q_u8_x4((const uint8_t *)alphabet);
  const uint8x16_t six = vdupq_n_u8(63);
  size_t i = 0;
  for (; n - i >= 48; i += 48, out += 64) {
    uint8x16x3_t b = vld3q_u8(p + i);
    uint8x16x4_t values;
    values.val[0] = vshrq_n_u8(b.val[0], 2);
    values.val[1] = vandq_u8(vorrq_u8(vshlq_n_u8(b.val[0], 4), vshrq_n_u8(b.val[1], 4)), six);
    values.val[2] = vandq_u8(vorrq_u8(vshlq_n_u8(b.val[1], 2), vshrq_n_u8(b.val[2], 6)), six);
    values.val[3] = vandq_u8(b.val[2], six);
    for (int k = 0; k < 4; k++) values.val[k] = vqtbl4q_u8(letters, values.val[k]);
    vst4q_u8(out, values);
  }
  return i;
}

#endif

size_t cvc_base64_encode(cvc_kernel kernel, const uint8_t *p, size_t n, uint8_t *out) {
  size_t i = 0;
  switch (kernel) {
#if defined(__x86_64__)
  case CVC_AVX2: i = encode_avx2(p, n, out); break;
  case CVC_SSSE3: i = encode_ssse3(p, n, out); break;
#elif defined(HAS_NEON)
  case CVC_NEON: i = encode_neon(p, n, out); break;
#endif
  default: break;
  }
  size_t o = i / 3 * 4;
  for (; n - i >= 3; i += 3, o += 4) {
    uint32_t v = (uint32_t)p[i] << 16 | (uint32_t)p[i + 1] << 8 | p[i + 2];
    out[o] = (uint8_t)alphabet[v >> 18];
    out[o + 1] = (uint8_t)alphabet[v >> 12 & 63];
    out[o + 2] = (uint8_t)alphabet[v >> 6 & 63];
    out[o + 3] = (uint8_t)alphabet[v & 63];
  }
  if (i < n) {
    uint32_t v = (uint32_t)p[i] << 16 | (i + 1 < n ? (uint32_t)p[i + 1] << 8 : 0);
    out[o] = (uint8_t)alphabet[v >> 18];
    out[o + 1] = (uint8_t)alphabet[v >> 12 & 63];
    out[o + 2] = i + 1 < n ? (uint8_t)alphabet[v >> 6 & 63] : '=';
    out[o + 3] = '=';
    o += 4;
  }
  return o;
}

size_t cvc_base64_encode_folded(
  cvc_kernel kernel, const uint8_t *p, size_t n, size_t room, size_t width, uint8_t *out) {
  // Digits of so many octets stay in the first-level cache until they are copied between folds.
  enum { PART = 3072 };
  uint8_t digits[PART / 3 * 4];
  uint8_t *first = out;
  while (n > 0) {
    size_t part = n < PART ? n : PART;
    size_t count = cvc_base64_encode(kernel, p, part, digits);
    p += part;
    n -= part;
    for (size_t i = 0; i < count;) {
      if (room == 0) {
        memcpy(out, "\r\n ", 3);
        out += 3;
        room = width;
      }
      size_t length = count - i < room ? count - i : room;
      memcpy(out, digits + i, length);
      out += length;
      i += length;
      room -= length;
    }
  }
  return (size_t)(out - first);
}
