// Byte kernels of the VCard module: what Swift's SIMD types cannot say yet (byte shuffles, move-mask).
// Plain C, no allocation, no locale, no errno. Lengths are in octets.
#ifndef CVCARD_H
#define CVCARD_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Ways to do the same: with what the compiler makes of it for every processor of a kind, or with what
/// one has besides.
typedef enum { CVC_PLAIN, CVC_SSSE3, CVC_AVX2, CVC_NEON } cvc_kernel;

/// Whether this processor can do it this way.
int cvc_has_kernel(cvc_kernel kernel);

/// The fastest way of this processor.
cvc_kernel cvc_best_kernel(void);

/// The index of the first CR or LF in `p[0..<n]`, or `n`.
size_t cvc_find_line_end(const uint8_t *p, size_t n);

/// The index of the first octet of `p[0..<n]` that is not printable ASCII, or `n`.
size_t cvc_find_unprintable(const uint8_t *p, size_t n);

/// The index of the first octet of `p[0..<n]` that is not ASCII, or `n`.
size_t cvc_find_non_ascii(const uint8_t *p, size_t n);

/// Whether `p[0..<n]` are well-formed UTF-8: no surrogates, nothing longer than need be, nothing past
/// U+10FFFF, nothing cut off.
int cvc_is_utf8(const uint8_t *p, size_t n);

/// The index of the first octet `octet` of `p[0..<n]`, or `n`.
static inline size_t cvc_find(uint8_t octet, const uint8_t *p, size_t n) {
  const uint8_t *found = (const uint8_t *)__builtin_memchr(p, octet, n);
  return found ? (size_t)(found - p) : n;
}

/// Whether both hold the same `n` octets.
static inline int cvc_are_same(const uint8_t *a, const uint8_t *b, size_t n) {
  return __builtin_memcmp(a, b, n) == 0;
}

/// Up to 24 octets of a name in upper case (ASCII), as three little-endian words padded with zeros.
typedef struct {
  uint64_t first, second, third;
} cvc_name_key;

/// Clears bit 5 of every octet that is a-z: eight at a time, without carries between octets.
static inline uint64_t cvc_upper8(uint64_t w) {
  const uint64_t ones = 0x0101010101010101u;
  uint64_t low = w & (0x7f * ones);
  uint64_t from_a = low + (0x80 - 'a') * ones;
  uint64_t past_z = low + (0x80 - 'z' - 1) * ones;
  uint64_t letters = (from_a & ~past_z) & ~w & (0x80 * ones);
  return w ^ (letters >> 2);
}

/// The first `n`, at most 8, octets as a little-endian word. Loads overlap and read no further.
static inline uint64_t cvc_load_up_to_8(const uint8_t *p, size_t n) {
  if (n >= 8) {
    uint64_t w;
    __builtin_memcpy(&w, p, 8);
    return w;
  }
  if (n >= 4) {
    uint32_t a, b;
    __builtin_memcpy(&a, p, 4);
    __builtin_memcpy(&b, p + n - 4, 4);
    return (uint64_t)a | (uint64_t)b << (8 * (n - 4));
  }
  if (n >= 2) {
    uint16_t a, b;
    __builtin_memcpy(&a, p, 2);
    __builtin_memcpy(&b, p + n - 2, 2);
    return (uint64_t)a | (uint64_t)b << (8 * (n - 2));
  }
  return n == 1 ? p[0] : 0;
}

/// `n` must be at most 24. Reads exactly `n` octets.
static inline cvc_name_key cvc_make_name_key(const uint8_t *p, size_t n) {
  cvc_name_key key = {0, 0, 0};
  key.first = cvc_upper8(cvc_load_up_to_8(p, n));
  if (n > 8) key.second = cvc_upper8(cvc_load_up_to_8(p + 8, n - 8));
  if (n > 16) key.third = cvc_upper8(cvc_load_up_to_8(p + 16, n - 16));
  return key;
}

/// A name of the table of known names: its key, the bits in which the key's letters differ from
/// lower case, its length, and its number.
typedef struct {
  cvc_name_key key, cases;
  uint8_t length;
  uint8_t known;
} cvc_name_slot;

enum {
  /// Slots of the table of known names, a power of two; several times the number of names.
  CVC_NAME_SLOTS = 1024,
  /// Octets that a key tells apart; longer names are for the caller.
  CVC_NAME_KEY_LENGTH = 24,
};

/// Bit 5, which is that of the case, of every octet that is A-Z.
static inline uint64_t cvc_cases8(uint64_t w) {
  uint64_t lower = w | 0x2020202020202020u;
  return (lower ^ cvc_upper8(lower)) & ~w;
}

/// The same of a key in upper case.
static inline cvc_name_key cvc_key_cases(cvc_name_key key) {
  cvc_name_key cases = {cvc_cases8(key.first), cvc_cases8(key.second), cvc_cases8(key.third)};
  return cases;
}

/// Where the search for a name starts in a table of so many slots, a power of two. Upper and lower case
/// make no difference to it.
static inline size_t cvc_name_index(cvc_name_key key, size_t length, size_t slots) {
  const uint64_t caseless = 0xDFDFDFDFDFDFDFDFu;
  uint64_t hash = (key.first & caseless) + (key.second & caseless) * 0x9E3779B97F4A7C15u;
  hash = (hash + (key.third & caseless) * 0xC2B2AE3D27D4EB4Fu + length) * 0xD6E8FEB86659FD93u;
  return (size_t)(hash >> 40) & (slots - 1);
}

/// The number of a name without regard to case, or 0; of one of more than CVC_NAME_KEY_LENGTH octets, the
/// first of them and the length are compared.
/// Slots of length 0 are empty.
static inline uint8_t cvc_find_name(
  const cvc_name_slot *table, size_t slots, cvc_name_key key, size_t n) {
  for (size_t i = cvc_name_index(key, n, slots);; i = (i + 1) & (slots - 1)) {
    const cvc_name_slot *slot = table + i;
    if (slot->length == 0) return 0;
    if (slot->key.first == key.first && slot->length == n && slot->key.second == key.second
        && slot->key.third == key.third)
      return slot->known;
  }
}

/// One content line of a card: offsets from the start of the card.
typedef struct {
  uint32_t line_start, name_start, name_end, value_start, value_end, line_end;
  uint16_t fold_count;
  uint8_t flag_bits, name_number;
} cvc_row;

/// What the caller knows of flags and names, so that no number stands twice.
typedef struct {
  uint8_t quoted_printable, base64, unindented, uncanonical;  // bits of `flag_bits`
  uint8_t begin, end, agent;                                  // numbers of names
} cvc_row_codes;

/// What a parameter that starts at `p[i]`, before `end`, says about the encoding of the value: one of
/// the flags, or 0.
uint8_t cvc_row_encoding(const uint8_t *p, size_t i, size_t end, const cvc_row_codes *codes);

/// What came of a card.
typedef struct {
  size_t octets;     // 0: not an ordinary card, or not all of it is there
  size_t rows, lines;
  uint8_t is_canonical;
} cvc_card;

/// Splits an ordinary card, whose BEGIN stands at `p[0]`, into rows.
///
/// Ordinary is what a well-behaved program writes: CR LF or LF ends lines, every line has a name
/// and a colon, folds start with a blank, nothing stands inside anything else. Whatever is not
/// (blank lines, a lone CR, AGENT, an escaped or quoted line end in the head, a broken name, …) is
/// answered with 0 octets, and the caller takes the line-by-line way, which knows it all.
cvc_card cvc_split_card(
  cvc_kernel kernel, const uint8_t *p, size_t n, const cvc_name_slot *table,
  const cvc_row_codes *codes, size_t longest_line, cvc_row *rows, size_t capacity);

/// What stands in a text, as bits: 1 a backslash, 2 something beyond ASCII.
uint32_t cvc_text_marks(const uint8_t *p, size_t n);

/// The index of the first quotation mark, backslash or control character of `p[0..<n]`, or `n`.
size_t cvc_find_json_mark(const uint8_t *p, size_t n);

/// Copies the well-formed UTF-8 `p[0..<n]` with escapes as JSON asks for, and for U+007F to U+009F,
/// U+2028 and U+2029; gives how many octets that takes.
///
/// Up to `readable` octets, `n` at least, may be read. `out` holds at least `6 * n + 16` octets, all
/// of which may be written to.
size_t cvc_escape_json(const uint8_t *p, size_t n, size_t readable, uint8_t *out);

/// Octets of `p[0..<n]` without line ends and the one blank that may follow them.
size_t cvc_unfolded_count(const uint8_t *p, size_t n);

/// What stands in a value: separators without a backslash before them, whether there is a backslash,
/// one that makes no escape of the standards, a NUL, and any control character but blanks and line
/// ends.
typedef struct {
  uint32_t commas, semicolons;
  uint8_t has_backslash, is_odd, has_nul, has_control;
} cvc_marks;

/// The marks of `p[0..<n]`; `readable >= n` octets from `p` on may be read.
cvc_marks cvc_value_marks(const uint8_t *p, size_t n, size_t readable);

/// The same with what every processor of the kind has.
cvc_marks cvc_value_marks_plain(const uint8_t *p, size_t n, size_t readable);

/// Decodes base64 with anything foreign to the alphabet among it (folds, blanks) left out.
///
/// `out` holds at least `n / 4 * 3 + 3` octets. Stops at the first '='. `foreign` counts what was
/// left out apart from blanks and line ends, and digits after the padding; `bits` receives the
/// number of bits left over that are no whole octet (0, 2, 4, or 6: the last is a lone character).
size_t cvc_base64_decode(
  cvc_kernel kernel, const uint8_t *p, size_t n, uint8_t *out, size_t *foreign, uint32_t *bits);

/// Encodes `p[0..<n]` with padding. `out` holds at least `(n + 2) / 3 * 4` octets.
size_t cvc_base64_encode(cvc_kernel kernel, const uint8_t *p, size_t n, uint8_t *out);

/// The same with CR LF and a blank after the first `room` digits and after every `width`, which is
/// not 0, from there on, except at the end. `out` holds 3 octets more for each of these.
size_t cvc_base64_encode_folded(
  cvc_kernel kernel, const uint8_t *p, size_t n, size_t room, size_t width, uint8_t *out);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
