#include "kernels.h"

#include <string.h>

// MARK: Marks

// A card is scanned 64 octets at a time, for words that have a bit for every octet of interest:
//
//   p      TEL;TYPE=cell:+1 408⏎ 555⏎…
//   heads  ...1.........1......1....1     : ; . " \ CR LF
//
// Line ends are found a window at a time, and their places put into a list: a search for each would
// end at another turn each time, which costs more than the whole line. What is of interest in a
// head is marked from the start of its line on, for the same reason.
typedef struct {
  uint64_t returns, feeds;
} end_marks;

typedef struct {
  uint64_t (*heads)(const uint8_t *p);
  end_marks (*ends)(const uint8_t *p);
} marker;

static __attribute__((noinline)) void copy_last(
  const uint8_t *p, size_t i, size_t n, uint8_t *rest) {
  memset(rest, 0, 64);
  memcpy(rest, p + i, n - i);
}

// 64 octets at `i`, of which those from `n` on are NUL.
static inline __attribute__((always_inline)) const uint8_t *block_at(
  const uint8_t *p, size_t i, size_t n, uint8_t *rest) {
  if (__builtin_expect(n - i >= 64, 1)) return p + i;
  copy_last(p, i, n, rest);
  return rest;
}

enum {
  // Octets. Most cards are longer, and what is marked past the end of a card is marked in vain.
  WINDOW = 512,
  // Places that are written for each block, whether they are any or not.
  FEW = 4,
};

// The places of LF in a window.
typedef struct {
  // All of a window may be line ends.
  uint32_t places[WINDOW + FEW];
  size_t count, taken;
  // Where the next window starts.
  size_t next;
} end_list;

// Lists the line ends of the next window that has any; 0 when there are none, or none before a CR
// without LF.
static inline __attribute__((always_inline)) int list_ends(
  marker marker, const uint8_t *p, size_t n, end_list *list) {
  uint8_t rest[64];
  size_t count = 0;
  while (count == 0) {
    size_t i = list->next;
    if (i >= n) return 0;
    size_t last = n - i > WINDOW ? i + WINDOW : n;
    for (; i < last; i += 64) {
      end_marks marks = marker.ends(block_at(p, i, n, rest));
      uint64_t bits = marks.feeds;
      // The last octet's successor is of another block.
      uint64_t lone = marks.returns & ~(bits >> 1);
      if (__builtin_expect(lone != 0, 0)) {
        if (n - i > 64 && p[i + 64] == '\n') lone &= ~((uint64_t)1 << 63);
        if (lone != 0) {
          bits &= (lone & -lone) - 1;
          n = last = 0;
        }
      }
      uint32_t *next = list->places + count;
      count += (size_t)__builtin_popcountll(bits);
      for (int k = 0; k < FEW; k++) {
        next[k] = (uint32_t)i + (uint32_t)__builtin_ctzll(bits | (uint64_t)1 << 63);
        bits &= bits - 1;
      }
      for (next += FEW; bits; bits &= bits - 1)
        *next++ = (uint32_t)i + (uint32_t)__builtin_ctzll(bits);
    }
    // Nothing is looked for past a CR without LF.
    list->next = n == 0 ? SIZE_MAX : i;
  }
  list->count = count;
  list->taken = 0;
  return 1;
}

// Where the marks of a head have been taken up to.
typedef struct {
  size_t block;
  uint64_t bits;
} head_marks;

// The next octet of interest, or `n`.
static inline __attribute__((always_inline)) size_t next_head(
  marker marker, head_marks *marks, const uint8_t *p, size_t n) {
  while (marks->bits == 0) {
    marks->block += 64;
    if (marks->block >= n) return n;
    uint8_t rest[64];
    marks->bits = marker.heads(block_at(p, marks->block, n, rest));
  }
  size_t place = marks->block + (size_t)__builtin_ctzll(marks->bits);
  marks->bits &= marks->bits - 1;
  return place;
}

static uint64_t heads_plain(const uint8_t *p) {
  uint64_t bits = 0;
  for (int k = 0; k < 64; k++) {
    uint8_t o = p[k];
    int is_head = o == ':' || o == ';' || o == '.' || o == '"' || o == '\\' || o == '\r' || o == '\n';
    bits |= (uint64_t)is_head << k;
  }
  return bits;
}

static end_marks ends_plain(const uint8_t *p) {
  end_marks marks = {0, 0};
  for (int k = 0; k < 64; k++) {
    marks.returns |= (uint64_t)(p[k] == '\r') << k;
    marks.feeds |= (uint64_t)(p[k] == '\n') << k;
  }
  return marks;
}

// An octet of interest is one whose halves have a bit in common.
#define TABLE_OF_UPPER 1, 0, 2, 4, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define TABLE_OF_LOWER 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 5, 4, 8, 1, 2, 0

#if defined(__x86_64__)

FOR_SSSE3 static inline uint64_t heads_16(const uint8_t *p) {
  const __m128i half = _mm_set1_epi8(0x0f);
  __m128i b = _mm_loadu_si128((const __m128i *)p);
  __m128i both = _mm_and_si128(
    _mm_shuffle_epi8(
      _mm_setr_epi8(TABLE_OF_UPPER), _mm_and_si128(_mm_srli_epi32(b, 4), half)),
    _mm_shuffle_epi8(_mm_setr_epi8(TABLE_OF_LOWER), _mm_and_si128(b, half)));
  return 0xffff & ~(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(both, _mm_setzero_si128()));
}

FOR_SSSE3 static inline uint64_t heads_ssse3(const uint8_t *p) {
  return heads_16(p) | heads_16(p + 16) << 16 | heads_16(p + 32) << 32 | heads_16(p + 48) << 48;
}

FOR_SSSE3 static inline uint64_t same_16(const uint8_t *p, char octet) {
  __m128i b = _mm_loadu_si128((const __m128i *)p);
  return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(b, _mm_set1_epi8(octet)));
}

FOR_SSSE3 static inline uint64_t same_64_ssse3(const uint8_t *p, char octet) {
  return same_16(p, octet) | same_16(p + 16, octet) << 16 | same_16(p + 32, octet) << 32
       | same_16(p + 48, octet) << 48;
}

FOR_SSSE3 static inline end_marks ends_ssse3(const uint8_t *p) {
  return (end_marks){same_64_ssse3(p, '\r'), same_64_ssse3(p, '\n')};
}

FOR_AVX2 static inline uint64_t heads_32(const uint8_t *p) {
  const __m256i half = _mm256_set1_epi8(0x0f);
  __m256i b = _mm256_loadu_si256((const __m256i *)p);
  __m256i both = _mm256_and_si256(
    _mm256_shuffle_epi8(
      _mm256_broadcastsi128_si256(_mm_setr_epi8(TABLE_OF_UPPER)),
      _mm256_and_si256(_mm256_srli_epi32(b, 4), half)),
    _mm256_shuffle_epi8(
      _mm256_broadcastsi128_si256(_mm_setr_epi8(TABLE_OF_LOWER)), _mm256_and_si256(b, half)));
  return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(both, _mm256_setzero_si256()));
}

FOR_AVX2 static inline uint64_t heads_avx2(const uint8_t *p) {
  return heads_32(p) | heads_32(p + 32) << 32;
}

FOR_AVX2 static inline uint64_t same_32(const uint8_t *p, char octet) {
  __m256i b = _mm256_loadu_si256((const __m256i *)p);
  return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(b, _mm256_set1_epi8(octet)));
}

FOR_AVX2 static inline end_marks ends_avx2(const uint8_t *p) {
  return (end_marks){
    same_32(p, '\r') | same_32(p + 32, '\r') << 32,
    same_32(p, '\n') | same_32(p + 32, '\n') << 32};
}

#elif defined(HAS_NEON)

// A bit for each of 64 octets that has all bits set.
static inline uint64_t bits_64(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t place = vld1q_u8(places);
  uint8x16_t ab = vpaddq_u8(vandq_u8(a, place), vandq_u8(b, place));
  uint8x16_t cd = vpaddq_u8(vandq_u8(c, place), vandq_u8(d, place));
  uint8x16_t all = vpaddq_u8(ab, cd);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

static inline uint8x16_t heads_16(uint8x16_t b) {
  static const uint8_t upper[16] = {TABLE_OF_UPPER}, lower[16] = {TABLE_OF_LOWER};
  return vtstq_u8(
    vqtbl1q_u8(vld1q_u8(upper), vshrq_n_u8(b, 4)),
    vqtbl1q_u8(vld1q_u8(lower), vandq_u8(b, vdupq_n_u8(15))));
}

static inline uint64_t heads_neon(const uint8_t *p) {
  return bits_64(
    heads_16(vld1q_u8(p)), heads_16(vld1q_u8(p + 16)), heads_16(vld1q_u8(p + 32)),
    heads_16(vld1q_u8(p + 48)));
}

static inline uint64_t same_64(const uint8_t *p, uint8_t octet) {
  const uint8x16_t o = vdupq_n_u8(octet);
  return bits_64(
    vceqq_u8(vld1q_u8(p), o), vceqq_u8(vld1q_u8(p + 16), o), vceqq_u8(vld1q_u8(p + 32), o),
    vceqq_u8(vld1q_u8(p + 48), o));
}

static inline end_marks ends_neon(const uint8_t *p) {
  return (end_marks){same_64(p, '\r'), same_64(p, '\n')};
}

#endif

// MARK: Heads

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

uint8_t cvc_row_encoding(
  const uint8_t *p, size_t i, size_t end, const cvc_row_codes *codes) {
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

static inline int is_name_octet(uint8_t o) {
  return (uint8_t)((o | 0x20) - 'a') < 26 || (uint8_t)(o - '0') < 10 || o == '-' || o == '_';
}

static __attribute__((noinline)) int ends_in_soft_break(const uint8_t *p, size_t start, size_t end) {
  while (end > start && is_blank(p[end - 1])) end--;
  return end > start && p[end - 1] == '=';
}

// The number of a name when CVC_NAME_KEY_LENGTH octets may be read from `p`, or 0.
//
// Nothing is turned into upper case: octets count as the same when they differ in the bit of the
// case, and only where the name of the table has a letter.
static inline __attribute__((always_inline)) uint8_t find_name(
  const cvc_name_slot *table, const uint8_t *p, size_t n) {
  uint64_t w[3] = {0, 0, 0};
  memcpy(w, p, 8);
  if (n <= 8) {
    w[0] = w[0] << (64 - 8 * n) >> (64 - 8 * n);
  } else {
    memcpy(w + 1, p + 8, 16);
    size_t over = CVC_NAME_KEY_LENGTH - n;
    if (n <= 16) {
      w[2] = 0;
      w[1] = w[1] << 8 * (over - 8) >> 8 * (over - 8);
    } else {
      w[2] = w[2] << 8 * over >> 8 * over;
    }
  }
  cvc_name_key key = {w[0], w[1], w[2]};
  size_t i = n <= 8 ? cvc_short_name_index(w[0], n) : cvc_name_index(key, n, CVC_NAME_SLOTS);
  for (;; i = (i + 1) & (CVC_NAME_SLOTS - 1)) {
    const cvc_name_slot *slot = table + i;
    if (slot->length == 0) return 0;
    if (((w[0] ^ slot->key.first) & ~slot->cases.first) || slot->length != n) continue;
    if (n <= 8) return slot->known;
    uint64_t others = ((w[1] ^ slot->key.second) & ~slot->cases.second)
                    | ((w[2] ^ slot->key.third) & ~slot->cases.third);
    if (others == 0) return slot->known;
  }
}

// Whether group and name, with the points between, may be those of a property.
static __attribute__((noinline)) int is_name(const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!is_name_octet(p[i]) && !(p[i] == '.' && i > 0)) return 0;
  return 1;
}

static inline int is_vcard(const uint8_t *p, size_t n) {
  return n == 5 && cvc_upper8(cvc_load_up_to_8(p, 5)) == 0x4452414356u;
}

// MARK: Cards

// What `cvc_split_card` does, with one way of marking; compiled anew for each.
static inline __attribute__((always_inline)) cvc_card split(
  marker marker, const uint8_t *p, size_t n, const cvc_name_slot *table,
  const cvc_row_codes *codes, size_t longest_line, cvc_row *rows, size_t capacity) {
  const cvc_card none = {0, 0, 0, 0};
  const uint8_t begin = codes->begin, end = codes->end, uncanonical = codes->uncanonical;
  size_t folds = 0, s = 0;
  uint8_t all_flags = 0;
  cvc_row *row = rows;
  const cvc_row *const last_row = rows + capacity;
  end_list ends;
  ends.count = ends.taken = ends.next = 0;
  if (n > UINT32_MAX) n = UINT32_MAX;
  for (;; row++) {
    // A content line starts at `s`.
    if (ends.taken == ends.count && !list_ends(marker, p, n, &ends)) return none;
    size_t e = ends.places[ends.taken++];
    const size_t after = e + 1;

    // The name. Its line end is marked, too, and stops the search.
    uint8_t rest[64];
    head_marks marks = {s, marker.heads(block_at(p, s, n, rest))};
    size_t name = s, i;
    for (;;) {
      i = next_head(marker, &marks, p, n);
      // Of what is marked only `:` and `;` differ in the lowest bit alone.
      if ((p[i] | 1) == ';') break;
      if (p[i] == '.') name = i + 1;
      else if (p[i] == '\r' || p[i] == '\n') return none;
    }
    const size_t name_end = i, length = name_end - name;
    if (length == 0) return none;
    uint8_t known = 0;
    if (length <= CVC_NAME_KEY_LENGTH) {
      if (name + CVC_NAME_KEY_LENGTH <= n)
        known = find_name(table, p + name, length);
      else
        known = cvc_find_name(table, CVC_NAME_SLOTS, cvc_make_name_key(p + name, length), length);
    } else if (length < 32) {
      return none;
    }
    if (known == 0 && !is_name(p + s, name_end - s)) return none;

    // The parameters.
    uint8_t flags = 0;
    while (p[i] == ';') {
      size_t from = i + 1;
      int is_quoted = 0;
      for (;;) {
        i = next_head(marker, &marks, p, n);
        uint8_t o = p[i];
        if (o == '"') is_quoted = !is_quoted;
        else if (o == '\r' || o == '\n') return none;
        else if (o != '.' && !is_quoted) break;
      }
      if (p[i] == '\\') return none;
      uint8_t first = p[from] | 0x20;
      if (first == 'e' || first == 'q' || first == 'b' || is_blank(p[from])) {
        // What follows the parameter decides nothing: the word ends at `;` or `:`.
        flags |= cvc_row_encoding(p, from, i + 1, codes);
      }
    }

    // The value, or its first line. LF alone ends a line, too.
    if (p[e - 1] == '\r') e--;
    else flags |= uncanonical;
    if (e - s > longest_line || row == last_row || known == codes->agent) return none;
    if (e - s > 75) flags |= uncanonical;
    row->line_start = (uint32_t)s;
    row->name_start = (uint32_t)name;
    row->name_end = (uint32_t)name_end;
    row->value_start = (uint32_t)(i + 1);
    row->value_end = (uint32_t)e;
    row->line_end = (uint32_t)after;
    row->fold_count = 0;
    row->flag_bits = flags;
    row->name_number = known;
    all_flags |= flags;
    if (known == begin || known == end) {
      // A BEGIN that is not the first line, or an END of something else.
      if ((known == begin) != (row == rows)) return none;
      // Groups and parameters make no BEGIN or END, or an odd one.
      if (i != name_end || name != s || !is_vcard(p + i + 1, e - i - 1)) return none;
      if (known == end) {
        size_t count = (size_t)(row - rows) + 1;
        cvc_card card = {after, count, count + folds, (all_flags & uncanonical) == 0};
        return card;
      }
      // BEGIN has no second line.
      if (after < n && is_blank(p[after])) return none;
    } else if (row == rows) {
      return none;
    }

    // The lines that belong to it.
    int is_soft = flags & codes->quoted_printable ? ends_in_soft_break(p, s, e) : 0;
    s = after;
    if (s >= n) return none;
    while (is_blank(p[s]) || is_soft) {
      if (ends.taken == ends.count && !list_ends(marker, p, n, &ends)) return none;
      e = ends.places[ends.taken++];
      const size_t next = e + 1;
      if (e > s && p[e - 1] == '\r') e--;
      else flags |= uncanonical;
      if (!is_blank(p[s])) {
        // A blank line ends the value, and END may end the card.
        if (e == s || memchr(p + s, ':', e - s)) return none;
        flags |= codes->unindented;
      }
      if (e - s > longest_line || row->fold_count == UINT16_MAX - 1) return none;
      if (e - s > 75) flags |= uncanonical;
      row->fold_count++;
      folds++;
      row->value_end = (uint32_t)e;
      row->line_end = (uint32_t)next;
      row->flag_bits = flags;
      all_flags |= flags;
      if (flags & codes->quoted_printable) is_soft = ends_in_soft_break(p, s, e);
      s = next;
      if (s >= n) return none;
    }
  }
}

// The functions that a processor may lack have to be called from one that may use the same.
#define SPLIT(name, attributes, heads, ends)                                                        \
  attributes static cvc_card name(                                                                  \
    const uint8_t *p, size_t n, const cvc_name_slot *table, const cvc_row_codes *codes,             \
    size_t longest_line, cvc_row *rows, size_t capacity) {                                          \
    const marker marker = {heads, ends};                                                            \
    return split(marker, p, n, table, codes, longest_line, rows, capacity);                         \
  }

SPLIT(split_plain, , heads_plain, ends_plain)
#if defined(__x86_64__)
SPLIT(split_ssse3, FOR_SSSE3, heads_ssse3, ends_ssse3)
SPLIT(split_avx2, FOR_AVX2, heads_avx2, ends_avx2)
#elif defined(HAS_NEON)
SPLIT(split_neon, , heads_neon, ends_neon)
#endif

cvc_card cvc_split_card(
  cvc_kernel kernel, const uint8_t *p, size_t n, const cvc_name_slot *table,
  const cvc_row_codes *codes, size_t longest_line, cvc_row *rows, size_t capacity) {
  switch (kernel) {
#if defined(__x86_64__)
  case CVC_AVX2: return split_avx2(p, n, table, codes, longest_line, rows, capacity);
  case CVC_SSSE3: return split_ssse3(p, n, table, codes, longest_line, rows, capacity);
#elif defined(HAS_NEON)
  case CVC_NEON: return split_neon(p, n, table, codes, longest_line, rows, capacity);
#endif
  default: return split_plain(p, n, table, codes, longest_line, rows, capacity);
  }
}
