#include "cvcard.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#if defined(__ARM_NEON) && !defined(__SSE2__)
// Four bits a lane, lowest lane in the lowest bits: NEON's stand-in for a move-mask.
static inline uint64_t lanes(uint8x16_t v) {
  return vget_lane_u64(
    vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(v), 4)), 0);
}
#endif

size_t cvc_find_line_end(const uint8_t *p, size_t n) {
  size_t i = 0;
#if defined(__SSE2__)
  const __m128i cr = _mm_set1_epi8('\r'), lf = _mm_set1_epi8('\n');
  for (; i + 16 <= n; i += 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(p + i));
    int hit = _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(v, cr), _mm_cmpeq_epi8(v, lf)));
    if (hit) return i + (size_t)__builtin_ctz((unsigned)hit);
  }
#elif defined(__ARM_NEON)
  const uint8x16_t cr = vdupq_n_u8('\r'), lf = vdupq_n_u8('\n');
  for (; i + 16 <= n; i += 16) {
    uint8x16_t v = vld1q_u8(p + i);
    uint64_t hit = lanes(vorrq_u8(vceqq_u8(v, cr), vceqq_u8(v, lf)));
    if (hit) return i + (size_t)(__builtin_ctzll(hit) >> 2);
  }
#endif
  for (; i < n; i++)
    if (p[i] == '\n' || p[i] == '\r') return i;
  return n;
}

size_t cvc_find_non_ascii(const uint8_t *p, size_t n) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    uint64_t w;
    memcpy(&w, p + i, 8);
    if (w & 0x8080808080808080u) break;
  }
  for (; i < n; i++)
    if (p[i] & 0x80) return i;
  return n;
}

size_t cvc_count_line_ends(const uint8_t *p, size_t n) {
  size_t count = 0, i = 0;
  while (i < n) {
    i += cvc_find_line_end(p + i, n - i);
    if (i == n) break;
    count++;
    if (p[i] == '\n') {
      i++;
      continue;
    }
    // CR, CR LF, or CR CR LF.
    if (i + 1 < n && p[i + 1] == '\n')
      i += 2;
    else if (i + 2 < n && p[i + 1] == '\r' && p[i + 2] == '\n')
      i += 3;
    else
      i += 1;
  }
  return count;
}

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

size_t cvc_base64_decode(
  const uint8_t *p, size_t n, uint8_t *out, size_t *foreign, uint32_t *bits) {
  size_t i = 0, o = 0, strange = 0;
  uint32_t held = 0, count = 0;
  while (i < n) {
    // Four digits at once while nothing is held back.
    if (count == 0) {
      while (i + 4 <= n) {
        uint8_t a = digit[p[i]], b = digit[p[i + 1]], c = digit[p[i + 2]], d = digit[p[i + 3]];
        if ((a | b | c | d) > 63) break;
        uint32_t v = (uint32_t)a << 18 | (uint32_t)b << 12 | (uint32_t)c << 6 | d;
        out[o] = (uint8_t)(v >> 16);
        out[o + 1] = (uint8_t)(v >> 8);
        out[o + 2] = (uint8_t)v;
        i += 4;
        o += 3;
      }
      if (i >= n) break;
    }
    uint8_t v = digit[p[i++]];
    if (v == 64) {
      // Padding ends the data; a digit after it belongs to something else.
      for (; i < n; i++) strange += digit[p[i]] < 64 || digit[p[i]] == 66;
      break;
    }
    if (v > 64) {
      strange += v == 66;
      continue;
    }
    held = held << 6 | v;
    if (++count == 4) {
      out[o++] = (uint8_t)(held >> 16);
      out[o++] = (uint8_t)(held >> 8);
      out[o++] = (uint8_t)held;
      held = count = 0;
    }
  }
  *bits = 0;
  if (count == 1) *bits = 6;
  if (count == 2) {
    out[o++] = (uint8_t)(held >> 4);
    *bits = 4;
  }
  if (count == 3) {
    out[o++] = (uint8_t)(held >> 10);
    out[o++] = (uint8_t)(held >> 2);
    *bits = 2;
  }
  *foreign = strange;
  return o;
}

size_t cvc_base64_encode(const uint8_t *p, size_t n, uint8_t *out) {
  static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t i = 0, o = 0;
  for (; i + 3 <= n; i += 3, o += 4) {
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

// MARK: Ordinary cards

// The index of the first octet from `i` on that is one of the four, or of CR and LF, or `n`.
static inline size_t find_any(
  const uint8_t *p, size_t i, size_t n, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
#if defined(__SSE2__)
  const __m128i va = _mm_set1_epi8((char)a), vb = _mm_set1_epi8((char)b);
  const __m128i vc = _mm_set1_epi8((char)c), vd = _mm_set1_epi8((char)d);
  const __m128i cr = _mm_set1_epi8('\r'), lf = _mm_set1_epi8('\n');
  for (; i + 16 <= n; i += 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(p + i));
    __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(v, cr), _mm_cmpeq_epi8(v, lf));
    hit = _mm_or_si128(hit, _mm_or_si128(_mm_cmpeq_epi8(v, va), _mm_cmpeq_epi8(v, vb)));
    hit = _mm_or_si128(hit, _mm_or_si128(_mm_cmpeq_epi8(v, vc), _mm_cmpeq_epi8(v, vd)));
    int mask = _mm_movemask_epi8(hit);
    if (mask) return i + (size_t)__builtin_ctz((unsigned)mask);
  }
#elif defined(__ARM_NEON)
  for (; i + 16 <= n; i += 16) {
    uint8x16_t v = vld1q_u8(p + i);
    uint8x16_t hit = vorrq_u8(vceqq_u8(v, vdupq_n_u8('\r')), vceqq_u8(v, vdupq_n_u8('\n')));
    hit = vorrq_u8(hit, vorrq_u8(vceqq_u8(v, vdupq_n_u8(a)), vceqq_u8(v, vdupq_n_u8(b))));
    hit = vorrq_u8(hit, vorrq_u8(vceqq_u8(v, vdupq_n_u8(c)), vceqq_u8(v, vdupq_n_u8(d))));
    uint64_t mask = lanes(hit);
    if (mask) return i + (size_t)(__builtin_ctzll(mask) >> 2);
  }
#endif
  for (; i < n; i++) {
    uint8_t o = p[i];
    if (o == '\n' || o == '\r' || o == a || o == b || o == c || o == d) return i;
  }
  return n;
}

static inline int is_blank(uint8_t o) { return o == ' ' || o == '\t'; }

// Whether the word stands at `p[i]` without regard to case, and nothing that continues it after it.
static int has_word(const uint8_t *p, size_t i, size_t end, const char *word, size_t length) {
  if (i + length > end) return 0;
  for (size_t k = 0; k < length; k++) {
    uint8_t o = p[i + k];
    if ((uint8_t)(o >= 'A' && o <= 'Z' ? o | 0x20 : o) != (uint8_t)word[k]) return 0;
  }
  if (i + length == end) return 1;
  switch (p[i + length]) {
  case ':': case ';': case '"': case '=': case ',': case ' ': case '\t': return 1;
  default: return 0;
  }
}

#define HAS(word) has_word(p, i, end, word, sizeof(word) - 1)

// What a parameter that starts at `i` says about the encoding of the value.
static uint8_t encoding(const uint8_t *p, size_t i, size_t end, const cvc_row_codes *codes) {
  while (i < end && is_blank(p[i])) i++;
  if (i == end) return 0;
  switch (p[i] | 0x20) {
  case 'q': return HAS("quoted-printable") ? codes->quoted_printable : 0;
  case 'b': return HAS("base64") ? codes->base64 : 0;
  case 'e':
    if (!HAS("encoding")) return 0;
    i += 8;
    while (i < end && is_blank(p[i])) i++;
    if (i == end || p[i] != '=') return 0;
    i++;
    while (i < end && (is_blank(p[i]) || p[i] == '"')) i++;
    if (i == end) return 0;
    if (HAS("quoted-printable") || HAS("q")) return codes->quoted_printable;
    return HAS("base64") || HAS("b") ? codes->base64 : 0;
  default: return 0;
  }
}

static int is_name_octet(uint8_t o) {
  return (uint8_t)((o | 0x20) - 'a') < 26 || (uint8_t)(o - '0') < 10 || o == '-' || o == '_';
}

static int ends_in_soft_break(const uint8_t *p, size_t start, size_t end) {
  while (end > start && is_blank(p[end - 1])) end--;
  return end > start && p[end - 1] == '=';
}

// The key of a name of `n` octets when CVC_NAME_KEY_LENGTH octets may be read from `p`.
static inline cvc_name_key wide_name_key(const uint8_t *p, size_t n) {
  cvc_name_key key = {0, 0, 0};
  uint64_t w;
  memcpy(&w, p, 8);
  if (n < 8) {
    key.first = cvc_upper8(w & (((uint64_t)1 << (8 * n)) - 1));
    return key;
  }
  key.first = cvc_upper8(w);
  if (n > 8) key.second = cvc_upper8(cvc_load_up_to_8(p + 8, n - 8));
  if (n > 16) key.third = cvc_upper8(cvc_load_up_to_8(p + 16, n - 16));
  return key;
}

cvc_card cvc_split_card(
  const uint8_t *p, size_t n, const cvc_name_slot *table, const cvc_row_codes *codes,
  size_t longest_line, cvc_row *rows, size_t capacity) {
  const cvc_card none = {0, 0, 0, 0};
  size_t count = 0, lines = 0, s = 0;
  int is_canonical = 1, is_soft = 0;
  cvc_row *row = rows;
  if (n > UINT32_MAX) n = UINT32_MAX;
  for (;;) {
    if (s >= n) return none;
    size_t e, after;
    int continues = is_blank(p[s]) || is_soft;
    size_t name_end = 0, value = 0;
    uint8_t flags = 0;
    if (continues) {
      // BEGIN has no second line.
      if (count < 2) return none;
      if (!is_blank(p[s])) {
        e = find_any(p, s, n, ':', ':', ':', ':');
        // A blank line ends the value, and END may end the card.
        if (e == s || (e < n && p[e] == ':')) return none;
        flags = codes->unindented;
      } else {
        e = s + cvc_find_line_end(p + s, n - s);
      }
    } else {
      size_t name = s;
      size_t i = s;
      for (;;) {
        i = find_any(p, i, n, ':', ';', '.', ':');
        if (i == n) return none;
        if (p[i] != '.') break;
        name = ++i;
      }
      name_end = i;
      size_t length = name_end - name;
      if (length == 0) return none;
      uint8_t known = 0;
      if (length <= CVC_NAME_KEY_LENGTH)
        known = cvc_find_name(
          table,
          name + CVC_NAME_KEY_LENGTH <= n ? wide_name_key(p + name, length)
                                          : cvc_make_name_key(p + name, length),
          length);
      else if (length < 32)
        return none;
      if (known == 0) {
        for (size_t k = s; k < name_end; k++)
          if (!is_name_octet(p[k]) && !(p[k] == '.' && k > s)) return none;
      }
      while (p[i] == ';') {
        i++;
        size_t from = i;
        int is_quoted = 0;
        for (;; i++) {
          i = find_any(p, i, n, is_quoted ? '"' : ':', is_quoted ? '"' : ';', '"', is_quoted ? '"' : '\\');
          if (i == n) return none;
          if (p[i] != '"') break;
          is_quoted = !is_quoted;
        }
        if (p[i] != ':' && p[i] != ';') return none;
        uint8_t first = p[from] | 0x20;
        if (first == 'e' || first == 'q' || first == 'b' || is_blank(p[from])) {
          // What follows the parameter decides nothing: the word ends at `;` or `:`.
          flags |= encoding(p, from, i + 1, codes);
        }
      }
      if (p[i] != ':') return none;
      value = i + 1;
      e = value + cvc_find_line_end(p + value, n - value);
      if (count == capacity || known == codes->agent) return none;
      row = rows + count++;
      row->line_start = (uint32_t)s;
      row->name_start = (uint32_t)name;
      row->name_end = (uint32_t)name_end;
      row->value_start = (uint32_t)value;
      row->fold_count = 0;
      row->flag_bits = 0;
      row->name_number = known;
    }
    if (e == n || e - s > longest_line) return none;
    if (p[e] == '\n') {
      after = e + 1;
      flags |= codes->uncanonical;
    } else if (e + 1 < n && p[e + 1] == '\n') {
      after = e + 2;
    } else {
      return none;
    }
    if (e - s > 75) flags |= codes->uncanonical;
    if (flags & codes->uncanonical) is_canonical = 0;
    lines++;
    row->value_end = (uint32_t)e;
    row->line_end = (uint32_t)after;
    row->flag_bits |= flags;
    if (continues) {
      if (++row->fold_count == UINT16_MAX) return none;
    } else if (row->name_number == codes->begin || row->name_number == codes->end) {
      // A BEGIN that is not the first line, or an END of something else.
      if ((row->name_number == codes->begin) != (count == 1)) return none;
      // Groups and parameters make no BEGIN or END, or an odd one.
      if (value != name_end + 1 || row->name_start != row->line_start) return none;
      if (e - value != 5 || cvc_upper8(cvc_load_up_to_8(p + value, 5)) != 0x4452414356u) return none;
      if (row->name_number == codes->end) {
        cvc_card card = {after, count, lines, (uint8_t)is_canonical};
        return card;
      }
    } else if (count == 1) {
      return none;
    }
    is_soft = row->flag_bits & codes->quoted_printable ? ends_in_soft_break(p, s, e) : 0;
    s = after;
  }
}

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

int cvc_is_canonical_base64(const uint8_t *p, size_t n) {
  size_t digits = n;
  if (n >= 4 && p[n - 1] == '=') digits -= p[n - 2] == '=' ? 2 : 1;
  uint8_t foreign = 0;
  for (size_t i = 0; i < digits; i++) {
    uint8_t c = p[i];
    uint8_t letter = (uint8_t)((c | 0x20) - 'a') < 26;
    uint8_t digit = (uint8_t)(c - '0') < 10;
    foreign |= (uint8_t)!(letter | digit | (c == '+') | (c == '/'));
  }
  if (foreign) return 0;
  if (digits == n) return 1;
  // Of the last digit, 4 bits stand for nothing before "==", 2 before "=".
  uint8_t out[8];
  size_t none;
  uint32_t bits;
  size_t m = cvc_base64_decode(p + n - 4, 4, out, &none, &bits);
  uint8_t again[8];
  return m == digits - (n - 4) - 1 && cvc_base64_encode(out, m, again) == 4
      && cvc_are_same(again, p + n - 4, 4);
}
