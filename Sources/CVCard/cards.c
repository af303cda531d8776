#include "blocks.h"

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

INLINE end_marks ends_of(const uint8_t *p) {
  block_64 b = load_64(p);
  return (end_marks){bits_64(b == '\r'), bits_64(b == '\n')};
}

INLINE uint64_t heads_of(const uint8_t *p) {
  block_64 b = load_64(p);
  // `:` and `;` differ in the lowest bit alone.
  return bits_64(
    ((b | 1) == ';') | (b == '.') | (b == '"') | (b == '\\') | (b == '\r') | (b == '\n'));
}

static __attribute__((noinline)) void copy_last(
  const uint8_t *p, size_t i, size_t n, uint8_t *rest) {
  memset(rest, 0, 64);
  memcpy(rest, p + i, n - i);
}

// 64 octets at `i`, of which those from `n` on are NUL.
INLINE const uint8_t *block_at(const uint8_t *p, size_t i, size_t n, uint8_t *rest) {
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
INLINE int list_ends(const uint8_t *p, size_t n, end_list *list) {
  uint8_t rest[64];
  size_t count = 0;
  while (count == 0) {
    size_t i = list->next;
    if (i >= n) return 0;
    size_t last = n - i > WINDOW ? i + WINDOW : n;
    for (; i < last; i += 64) {
      end_marks marks = ends_of(block_at(p, i, n, rest));
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
INLINE size_t next_head(head_marks *marks, const uint8_t *p, size_t n) {
  while (marks->bits == 0) {
    marks->block += 64;
    if (marks->block >= n) return n;
    uint8_t rest[64];
    marks->bits = heads_of(block_at(p, marks->block, n, rest));
  }
  size_t place = marks->block + (size_t)__builtin_ctzll(marks->bits);
  marks->bits &= marks->bits - 1;
  return place;
}

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
INLINE uint8_t find_name(const cvc_name_slot *table, const uint8_t *p, size_t n) {
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
  // Of a short name the other words are 0, which saves the time to multiply them.
  const cvc_name_key key = {w[0], w[1], w[2]}, short_key = {w[0], 0, 0};
  size_t i =
    n <= 8 ? cvc_name_index(short_key, n, CVC_NAME_SLOTS) : cvc_name_index(key, n, CVC_NAME_SLOTS);
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

INLINE cvc_card split(
  const uint8_t *p, size_t n, const cvc_name_slot *table,
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
    if (ends.taken == ends.count && !list_ends(p, n, &ends)) return none;
    size_t e = ends.places[ends.taken++];
    const size_t after = e + 1;

    // The name. Its line end is marked, too, and stops the search.
    uint8_t rest[64];
    head_marks marks = {s, heads_of(block_at(p, s, n, rest))};
    size_t name = s, i;
    for (;;) {
      i = next_head(&marks, p, n);
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
        i = next_head(&marks, p, n);
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
      if (ends.taken == ends.count && !list_ends(p, n, &ends)) return none;
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

#if defined(__x86_64__)
FOR_AVX2 static cvc_card split_avx2(
  const uint8_t *p, size_t n, const cvc_name_slot *table, const cvc_row_codes *codes,
  size_t longest_line, cvc_row *rows, size_t capacity) {
  return split(p, n, table, codes, longest_line, rows, capacity);
}
#endif

cvc_card cvc_split_card(
  cvc_kernel kernel, const uint8_t *p, size_t n, const cvc_name_slot *table,
  const cvc_row_codes *codes, size_t longest_line, cvc_row *rows, size_t capacity) {
#if defined(__x86_64__)
  if (kernel == CVC_AVX2) return split_avx2(p, n, table, codes, longest_line, rows, capacity);
#endif
  (void)kernel;
  return split(p, n, table, codes, longest_line, rows, capacity);
}
