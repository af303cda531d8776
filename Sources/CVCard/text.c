#include "blocks.h"

#include <string.h>

// The marks of 8 octets.
static inline uint32_t marks_of(uint64_t w) {
  const uint64_t ones = 0x0101010101010101u;
  uint64_t others = w ^ ones * '\\';
  // An octet of `others` that is 0 borrows; so may the one above it, which changes no answer.
  uint32_t has_backslash = ((others - ones) & ~others & ones * 0x80) != 0;
  return has_backslash | (uint32_t)((w & ones * 0x80) != 0) << 1;
}

uint32_t cvc_text_marks(const uint8_t *p, size_t n) {
  // The last octets are looked at again with those before them, rather than one at a time.
  if (n <= 8) return marks_of(cvc_load_up_to_8(p, n));
  size_t i = 0;
  uint32_t marks = 0;
  if (n >= 16) {
    block_16 all = load_16(p + n - 16);
    found_16 backslashes = all == '\\';
    for (; n - i > 16; i += 16) {
      block_16 b = load_16(p + i);
      backslashes |= b == '\\';
      all |= b;
    }
    return (uint32_t)(bits_16(backslashes) != 0) | (uint32_t)(bits_16(all > 0x7F) != 0) << 1;
  }
  for (; n - i > 8; i += 8) marks |= marks_of(cvc_load_up_to_8(p + i, 8));
  return marks | marks_of(cvc_load_up_to_8(p + n - 8, 8));
}

// Writes the escape of what starts at `p` and gives its length, or 0 when there is none; `taken`
// receives the octets that it stands for.
static size_t escape(const uint8_t *p, size_t left, uint8_t *out, size_t *taken) {
  uint32_t scalar = p[0];
  *taken = 1;
  if (scalar == 0xC2 && left > 1 && p[1] < 0xA0) {
    // U+0080 to U+009F: the C1 controls.
    scalar = p[1];
    *taken = 2;
  } else if (scalar == 0xE2 && left > 2 && p[1] == 0x80 && (p[2] & 0xFE) == 0xA8) {
    // U+2028 and U+2029, the line and paragraph separators.
    scalar = 0x2000 | (p[2] & 0x3F);
    *taken = 3;
  } else if (scalar >= 0x80) {
    return 0;
  }
  out[0] = '\\';
  switch (scalar) {
  case '"': case '\\': out[1] = (uint8_t)scalar; return 2;
  case '\b': out[1] = 'b'; return 2;
  case '\t': out[1] = 't'; return 2;
  case '\n': out[1] = 'n'; return 2;
  case '\f': out[1] = 'f'; return 2;
  case '\r': out[1] = 'r'; return 2;
  default:
    out[1] = 'u';
    for (int k = 0; k < 4; k++) out[2 + k] = (uint8_t)"0123456789ABCDEF"[scalar >> (12 - 4 * k) & 15];
    return 6;
  }
}

size_t cvc_find_json_mark(const uint8_t *p, size_t n) {
  size_t i = 0;
  for (; n - i >= 16; i += 16) {
    block_16 b = load_16(p + i);
    uint32_t hits = bits_16((b < 0x20) | (b == '"') | (b == '\\'));
    if (hits) return i + (size_t)__builtin_ctz(hits);
  }
  while (i < n && p[i] >= 0x20 && p[i] != '"' && p[i] != '\\') i++;
  return i;
}

size_t cvc_escape_json(const uint8_t *p, size_t n, size_t readable, uint8_t *out) {
  size_t i = 0, o = 0;
  while (i < n) {
    const size_t left = n - i;
    uint8_t last[16];
    const uint8_t *from = p + i;
    if (readable - i < 16) {
      memset(last, 'a', sizeof last);
      memcpy(last, from, left);
      from = last;
    }
    block_16 b = load_16(from);
    uint32_t hits = bits_16(
      (b < 0x20) | (b == '"') | (b == '\\') | (b == 0x7F) | (b == 0xC2) | (b == 0xE2));
    const size_t plain = hits ? (size_t)__builtin_ctz(hits) : 16;
    memcpy(out + o, &b, sizeof b);
    // Of what is loaded, no more counts than there is.
    if (plain >= left) return o + left;
    i += plain;
    o += plain;
    if (plain == 16) continue;
    size_t taken, written = escape(p + i, n - i, out + o, &taken);
    if (written == 0) {
      out[o] = p[i];
      written = 1;
    }
    i += taken;
    o += written;
  }
  return o;
}
