// The octets of values, as conversion between versions looks at them and writes them.
#ifndef CVCARD_CONVERT_OCTETS_H
#define CVCARD_CONVERT_OCTETS_H

#include <string.h>

#include "cvcard.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum {
  // Octets of a physical line without its line end. RFC 2425 §5.8.1, RFC 6350 §3.2.
  LINE_WIDTH = 75,
  // Octets that a fold adds, and the fewest of the line between two: a fold splits no character.
  FOLD_LENGTH = 3,
  FOLDED_WIDTH = LINE_WIDTH - 1 - 3,
};

// MARK: Octets

// What an octet may be, as bits.
enum { NAME = 1, SCHEME = 2, LABEL_TEXT = 4 };

// Letters, digits and hyphens make names; with plus signs and full stops, schemes. What has a meaning
// in a label or cannot stand there is no text of it.
static const uint8_t kinds[256] = {
#define N (NAME | SCHEME | LABEL_TEXT)
#define S (SCHEME | LABEL_TEXT)
#define T LABEL_TEXT
  0, 0, 0, 0, 0, 0, 0, 0, 0, T, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  T, T, T, T, T, T, T, T, T, T, T, S, 0, N, S, T, N, N, N, N, N, N, N, N, N, N, T, 0, T, T, T, T,
  T, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, T, 0, T, 0, T,
  T, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, T, T, T, T, 0,
  T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T,
  T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T,
  T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T,
  T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T,
#undef N
#undef S
#undef T
};

static inline int is_blank(uint8_t o) { return o == ' ' || o == '\t'; }
static inline int is_line_end(uint8_t o) { return o == '\r' || o == '\n'; }
static inline int is_digit(uint8_t o) { return (uint8_t)(o - '0') < 10; }
static inline int is_letter(uint8_t o) { return (uint8_t)((o | 0x20) - 'a') < 26; }
static inline int is_name_octet(uint8_t o) { return kinds[o] & NAME; }
static inline uint8_t upper(uint8_t o) { return (uint8_t)(o - 'a') < 26 ? o ^ 0x20 : o; }

// Where the octets of a name that start at `i` end.
static inline size_t name_end(const uint8_t *p, size_t i, size_t end) {
  while (i < end && is_name_octet(p[i])) i++;
  return i;
}

// Whether `p[0..<n]` is the word, which is in upper case, in letters of either case.
static inline int is_word(const uint8_t *p, size_t n, const void *word, size_t length) {
  if (n != length) return 0;
  for (size_t k = 0; k < n; k++)
    if (upper(p[k]) != ((const uint8_t *)word)[k]) return 0;
  return 1;
}

#define IS_WORD(p, n, word) is_word(p, n, word, sizeof(word) - 1)

// The same for a word of four letters: of the octets, letters alone differ in bit 5 from the word.
static inline int is_word_of_4(const uint8_t *p, const char *word) {
  uint32_t octets, letters;
  memcpy(&octets, p, 4);
  memcpy(&letters, word, 4);
  return (octets & 0xDFDFDFDFu) == letters;
}

#define IS_WORD_OF_4(p, n, word) ((n) == 4 && is_word_of_4(p, word))

// Whether a word is in a list of them: each after its length, 0 after the last.
static int is_in(const uint8_t *list, const uint8_t *p, size_t n) {
  for (; *list != 0; list += *list + 1)
    if (is_word(p, n, list + 1, *list)) return 1;
  return 0;
}

// MARK: Values

// What stands in a value; escaped separators count, too.
typedef struct {
  uint8_t backslash, comma, nul;
  uint32_t semicolons;
} value_marks;

// The marks of `p[0..<n]`, of whose surroundings `room` octets from `p` on may be read.
static inline value_marks marks_of(const uint8_t *p, size_t n, size_t room) {
  value_marks marks = {0, 0, 0, 0};
#if defined(__SSE2__)
  // The last block is filled up with octets that are no marks.
  static const uint8_t filling[32] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
  };
  const __m128i backslash = _mm_set1_epi8('\\'), comma = _mm_set1_epi8(',');
  const __m128i semicolon = _mm_set1_epi8(';'), zero = _mm_setzero_si128();
  __m128i backslashes = zero, commas = zero, nuls = zero, semicolons = zero;
  size_t i = 0;
  // The counts of 255 blocks fit an octet.
  while (i < n && i + 16 <= room) {
    __m128i counts = zero;
    for (size_t block = 0; block < 255 && i < n && i + 16 <= room; block++, i += 16) {
      __m128i v = _mm_loadu_si128((const __m128i *)(p + i));
      if (n - i < 16)
        v = _mm_or_si128(v, _mm_loadu_si128((const __m128i *)(filling + 16 - (n - i))));
      backslashes = _mm_or_si128(backslashes, _mm_cmpeq_epi8(v, backslash));
      commas = _mm_or_si128(commas, _mm_cmpeq_epi8(v, comma));
      nuls = _mm_or_si128(nuls, _mm_cmpeq_epi8(v, zero));
      counts = _mm_sub_epi8(counts, _mm_cmpeq_epi8(v, semicolon));
    }
    semicolons = _mm_add_epi64(semicolons, _mm_sad_epu8(counts, zero));
  }
  semicolons = _mm_add_epi64(semicolons, _mm_unpackhi_epi64(semicolons, semicolons));
  uint64_t count;
  _mm_storel_epi64((__m128i *)&count, semicolons);
  marks.semicolons = (uint32_t)count;
  marks.backslash = _mm_movemask_epi8(backslashes) != 0;
  marks.comma = _mm_movemask_epi8(commas) != 0;
  marks.nul = _mm_movemask_epi8(nuls) != 0;
  for (; i < n; i++) {
    marks.backslash |= p[i] == '\\';
    marks.comma |= p[i] == ',';
    marks.nul |= p[i] == 0;
    marks.semicolons += p[i] == ';';
  }
#else
  (void)room;
  size_t semicolons;
  uint32_t bits = cvc_value_marks(p, n, &semicolons);
  marks.semicolons = (uint32_t)semicolons;
  marks.backslash = (bits & 1) != 0;
  marks.comma = (bits & 2) != 0;
  marks.nul = (bits & 4) != 0;
#endif
  return marks;
}

static inline int may_be_escaped(uint8_t o) {
  return o == '\\' || o == ',' || o == ';' || o == 'n' || o == 'N';
}

// The next backslash, comma or semicolon from `i` on, or `n`.
static inline size_t next_mark(const uint8_t *p, size_t i, size_t n) {
#if defined(__SSE2__)
  const __m128i backslash = _mm_set1_epi8('\\'), comma = _mm_set1_epi8(',');
  const __m128i semicolon = _mm_set1_epi8(';');
  for (; i + 16 <= n; i += 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(p + i));
    __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(v, comma), _mm_cmpeq_epi8(v, semicolon));
    int mask = _mm_movemask_epi8(_mm_or_si128(hit, _mm_cmpeq_epi8(v, backslash)));
    if (mask) return i + (size_t)__builtin_ctz((unsigned)mask);
  }
#endif
  while (i < n && p[i] != '\\' && p[i] != ',' && p[i] != ';') i++;
  return i;
}

// Whether every escape is one of the standards', and every separator that needs one has one.
// `separators` receives the number of semicolons that have none. A fold within an escape is left to
// others.
static int is_escaped(
  const uint8_t *p, size_t n, int commas, int semicolons, size_t *separators) {
  size_t count = 0;
  for (size_t i = next_mark(p, 0, n); i < n; i = next_mark(p, i + 1, n)) {
    if (p[i] == '\\') {
      if (++i == n || !may_be_escaped(p[i])) return 0;
    } else if (p[i] == ',') {
      if (commas) return 0;
    } else {
      if (semicolons) return 0;
      count++;
    }
  }
  *separators = count;
  return 1;
}

// Whether a text needs no other octets.
static inline int keeps_text(const uint8_t *p, size_t n, value_marks marks, int semicolons) {
  if (!marks.backslash && !marks.comma && !(semicolons && marks.semicolons > 0)) return 1;
  size_t separators;
  return is_escaped(p, n, 1, semicolons, &separators);
}

static inline int has_clean_escapes(const uint8_t *p, size_t n, value_marks marks) {
  size_t separators;
  return !marks.backslash || is_escaped(p, n, 0, 0, &separators);
}

// Whether a value has so many components, and no escapes but the standards'.
static int has_components(const uint8_t *p, size_t n, value_marks marks, size_t wanted) {
  size_t separators = marks.semicolons;
  if (marks.backslash && !is_escaped(p, n, 0, 0, &separators)) return 0;
  return separators + 1 == wanted;
}

// Whether a value begins with a scheme, and something after it. RFC 3986 §3.1.
static int has_scheme(const uint8_t *p, size_t n) {
  if (n < 3 || !is_letter(p[0])) return 0;
  for (size_t i = 1; i < n; i++) {
    if (p[i] == ':') return i > 1 && i + 1 < n;
    if (!(kinds[p[i]] & SCHEME)) return 0;
  }
  return 0;
}

// Whether what follows `tel:` is a number that a text holds as it is, and that comes back.
static int is_plain_number(const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    switch (p[i]) {
    case ':': case ';': case ',': case '\\': return 0;
    default:
      if (p[i] <= 0x20 || p[i] >= 0x7F) return 0;
    }
  }
  return n > 0;
}

// Whether every line of a value holds something, and none but a line end and a blank before it.
static int has_plain_folds(const uint8_t *p, size_t n) {
  size_t i = cvc_find_line_end(p, n);
  while (i < n) {
    if (i + 3 >= n || p[i] != '\r' || p[i + 1] != '\n' || p[i + 2] != ' ' || is_line_end(p[i + 3]))
      return 0;
    i += 3;
    i += cvc_find_line_end(p + i, n - i);
  }
  return 1;
}

// MARK: Writing

// Copies octets; most are few.
static inline uint8_t *put(uint8_t *out, const void *p, size_t n) {
  memcpy(out, p, n);
  return out + n;
}

#define PUT(out, text) put(out, text, sizeof(text) - 1)

// Copies a value without its folds.
static uint8_t *put_unfolded(uint8_t *out, const uint8_t *p, size_t n) {
  size_t i = 0;
  while (i < n) {
    size_t end = i + cvc_find_line_end(p + i, n - i);
    out = put(out, p + i, end - i);
    i = end;
    // Empty lines inside a fold vanish with it.
    while (i < n && is_line_end(p[i])) i++;
    if (i < n && is_blank(p[i])) i++;
  }
  return out;
}

// How far behind the place of its folded form a line of at most `n` octets has to stand.
static inline size_t fold_room(size_t n) { return FOLD_LENGTH * (n / FOLDED_WIDTH + 1); }

// Writes a line of `n` octets from `p`, which may lie behind `out` in the same buffer, with folds.
static uint8_t *put_folded(uint8_t *out, const uint8_t *p, size_t n) {
  size_t i = 0, room = LINE_WIDTH;
  while (n - i > room) {
    size_t end = i + room;
    while (end > i && (p[end] & 0xC0) == 0x80) end--;
    if (end == i) end = i + room;
    memmove(out, p + i, end - i);
    out += end - i;
    out[0] = '\r';
    out[1] = '\n';
    out[2] = ' ';
    out += FOLD_LENGTH;
    i = end;
    room = LINE_WIDTH - 1;
  }
  if (out != p + i) memmove(out, p + i, n - i);
  out += n - i;
  out[0] = '\r';
  out[1] = '\n';
  return out + 2;
}

// MARK: Base64

// Whether `p[0..<n]` are digits of base64.
static int are_base64_digits(const uint8_t *p, size_t n) {
  size_t i = 0;
#if defined(__SSE2__)
  if (n >= 16) {
    const __m128i lower = _mm_set1_epi8(0x20), a = _mm_set1_epi8('a'), z = _mm_set1_epi8(25);
    const __m128i zero = _mm_set1_epi8('0'), nine = _mm_set1_epi8(9);
    const __m128i plus = _mm_set1_epi8('+'), slash = _mm_set1_epi8('/');
    __m128i all = _mm_set1_epi8(-1);
    for (;;) {
      __m128i v = _mm_loadu_si128((const __m128i *)(p + i));
      __m128i letter = _mm_sub_epi8(_mm_or_si128(v, lower), a);
      __m128i digit = _mm_sub_epi8(v, zero);
      letter = _mm_cmpeq_epi8(_mm_min_epu8(letter, z), letter);
      digit = _mm_cmpeq_epi8(_mm_min_epu8(digit, nine), digit);
      __m128i sign = _mm_or_si128(_mm_cmpeq_epi8(v, plus), _mm_cmpeq_epi8(v, slash));
      all = _mm_and_si128(all, _mm_or_si128(sign, _mm_or_si128(letter, digit)));
      if (i + 16 == n) break;
      // The last block overlaps the one before it.
      i = i + 32 <= n ? i + 16 : n - 16;
    }
    return _mm_movemask_epi8(all) == 0xFFFF;
  }
#endif
  uint8_t foreign = 0;
  for (; i < n; i++)
    foreign |= (uint8_t)!(is_letter(p[i]) | is_digit(p[i]) | (p[i] == '+') | (p[i] == '/'));
  return !foreign;
}

// The bits that a digit of base64 stands for.
static inline uint8_t base64_bits(uint8_t o) {
  if (o >= 'a') return (uint8_t)(o - 'a' + 26);
  if (o >= 'A') return (uint8_t)(o - 'A');
  if (o >= '0') return (uint8_t)(o - '0' + 52);
  return o == '+' ? 62 : 63;
}

// Writes the digits of a folded value after the `used` octets of a line before `out`, folded anew.
// NULL when they are not what an encoder writes: nothing but digits, padding, and no bits set that
// stand for nothing.
static uint8_t *put_base64(uint8_t *out, size_t used, const uint8_t *p, size_t n) {
  size_t i = 0, total = 0, length = 0;
  if (n == 0 || used > LINE_WIDTH) return NULL;
  size_t room = LINE_WIDTH - used;
  while (i < n) {
    size_t end = i + length;
    // Most lines are as long as the one before them, and no line end is a digit.
    int is_known = length > 0 && end + 1 < n && p[end] == '\r' && p[end + 1] == '\n'
      && are_base64_digits(p + i, length);
    if (!is_known) {
      end = i + cvc_find_line_end(p + i, n - i);
      length = end - i;
      size_t digits = length;
      if (end == n) {
        if (digits > 1 && p[end - 1] == '=') digits -= p[end - 2] == '=' ? 2 : 1;
        if (digits == 0) return NULL;
        uint8_t none = length - digits == 2 ? 15 : length - digits == 1 ? 3 : 0;
        if (base64_bits(p[i + digits - 1]) & none) return NULL;
      }
      if (!are_base64_digits(p + i, digits)) return NULL;
    }
    total += length;
    while (i < end) {
      if (room == 0) {
        out = PUT(out, "\r\n ");
        room = LINE_WIDTH - 1;
      }
      size_t part = end - i < room ? end - i : room;
      out = put(out, p + i, part);
      room -= part;
      i += part;
    }
    while (i < n && is_line_end(p[i])) i++;
    if (i < n && is_blank(p[i])) i++;
  }
  if (total == 0 || total & 3) return NULL;
  return PUT(out, "\r\n");
}

// MARK: Labels and dates

// Writes the text of a label; NULL when that takes a closer look.
//
// RFC 6350 §6.3.1 and RFC 6868 §3: both the escapes of values and those of parameters stand in it.
static uint8_t *put_label(uint8_t *out, const uint8_t *p, size_t n) {
  if (n == 0) return NULL;
  for (size_t i = 0; i < n; i++) {
    while (i < n && kinds[p[i]] & LABEL_TEXT) *out++ = p[i++];
    if (i == n) break;
    uint8_t o = p[i], next = i + 1 < n ? p[i + 1] : 0;
    if (o == '^' && next == 'n') {
      out = PUT(out, "\\n");
      i++;
    } else if (o == '^' && (next == '^' || next == '\'')) {
      *out++ = next == '^' ? '^' : '"';
      i++;
    } else if (o == '\\') {
      switch (next) {
      case 'n': case 'N': out = PUT(out, "\\n"); break;
      case '\\': case ',': case ';':
        *out++ = '\\';
        *out++ = next;
        break;
      case ':': *out++ = ':'; break;
      default: return NULL;
      }
      i++;
    } else if (o == ',' || o == ';') {
      *out++ = '\\';
      *out++ = o;
    } else if (o == '^') {
      *out++ = o;
    } else {
      return NULL;
    }
  }
  return out;
}

// Whether there is such a day, `MMDD`. The 29th of February is one, or none, by the year, which takes
// a closer look.
static int is_day(const uint8_t *digits) {
  unsigned month = (digits[0] & 15u) * 10 + (digits[1] & 15u);
  unsigned day = (digits[2] & 15u) * 10 + (digits[3] & 15u);
  if (month < 1 || month > 12 || day < 1) return 0;
  unsigned most = month == 2 ? 28 : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  return day <= most;
}

static inline int are_8_digits(const uint8_t *p) {
  uint64_t w;
  memcpy(&w, p, 8);
  // Of the octets from 0x30 to 0x3F, six more carry those past 9 out of them.
  const uint64_t high = 0xF0F0F0F0F0F0F0F0u, zeros = 0x3030303030303030u;
  return (w & high) == zeros && ((w + 0x0606060606060606u) & high) == zeros;
}

// Writes `YYYYMMDD` as the target has it.
static inline uint8_t *put_date(uint8_t *out, const uint8_t *digits, int is_modern) {
  out = put(out, digits, 4);
  if (!is_modern) *out++ = '-';
  out = put(out, digits + 4, 2);
  if (!is_modern) *out++ = '-';
  return put(out, digits + 6, 2);
}

// `1985-04-12` and `19850412`: a whole date without a time.
static uint8_t *put_day(uint8_t *out, const uint8_t *p, size_t n, int is_modern) {
  uint8_t digits[8];
  if (n != (is_modern ? 10 : 8)) return NULL;
  if (is_modern) {
    if (p[4] != '-' || p[7] != '-') return NULL;
    memcpy(digits, p, 4);
    memcpy(digits + 4, p + 5, 2);
    memcpy(digits + 6, p + 8, 2);
  } else {
    memcpy(digits, p, 8);
  }
  // 1604 means no year.
  if (!are_8_digits(digits) || !is_day(digits + 4) || memcmp(digits, "1604", 4) == 0) return NULL;
  return put_date(out, digits, is_modern);
}

// `2008-04-24T19:52:43Z` and `20080424T195243Z`.
static uint8_t *put_moment(uint8_t *out, const uint8_t *p, size_t n, int is_modern) {
  // The digits of the date, and of the time after two that are always there.
  uint8_t date[8], time[8] = {'0', '0'};
  if (n != (is_modern ? 20 : 16) || p[n - 1] != 'Z') return NULL;
  if (is_modern) {
    if (p[4] != '-' || p[7] != '-' || p[10] != 'T' || p[13] != ':' || p[16] != ':') return NULL;
    memcpy(date, p, 4);
    memcpy(date + 4, p + 5, 2);
    memcpy(date + 6, p + 8, 2);
    memcpy(time + 2, p + 11, 2);
    memcpy(time + 4, p + 14, 2);
    memcpy(time + 6, p + 17, 2);
  } else {
    if (p[8] != 'T') return NULL;
    memcpy(date, p, 8);
    memcpy(time + 2, p + 9, 6);
  }
  if (!are_8_digits(date) || !are_8_digits(time) || !is_day(date + 4)) return NULL;
  // Of the leap seconds, others tell.
  if (memcmp(time + 2, "23", 2) > 0 || time[4] > '5' || time[6] > '5') return NULL;
  out = put_date(out, date, is_modern);
  *out++ = 'T';
  out = put(out, time + 2, 2);
  if (!is_modern) *out++ = ':';
  out = put(out, time + 4, 2);
  if (!is_modern) *out++ = ':';
  out = put(out, time + 6, 2);
  *out++ = 'Z';
  return out;
}

#endif
