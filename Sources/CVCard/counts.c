#include "kernels.h"

#include <string.h>

int cvc_count_text(cvc_texts *texts, const uint8_t *p, size_t n, size_t at, size_t length) {
  if (length > CVC_TEXT_LENGTH) return 0;
  // As many octets as the length says are loaded from the middle of this on.
  static const uint8_t ones_and_zeros[2 * CVC_TEXT_LENGTH] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
  };
  uint64_t words[CVC_TEXT_LENGTH / 8], mask[CVC_TEXT_LENGTH / 8];
  if (n - at >= CVC_TEXT_LENGTH) {
    memcpy(words, p + at, sizeof words);
    memcpy(mask, ones_and_zeros + CVC_TEXT_LENGTH - length, sizeof mask);
    for (size_t k = 0; k < CVC_TEXT_LENGTH / 8; k++) words[k] &= mask[k];
  } else {
    memset(words, 0, sizeof words);
    memcpy(words, p + at, length);
  }
  uint64_t hash = words[0] + words[1] * 0x9E3779B97F4A7C15u + words[2] * 0xC2B2AE3D27D4EB4Fu;
  hash += words[3] * 0xFF51AFD7ED558CCDu + words[4] * 0xC4CEB9FE1A85EC53u + words[5];
  hash = ((hash + length) ^ hash >> 32) * 0xD6E8FEB86659FD93u;
  for (size_t i = hash >> 40 & (CVC_TEXT_SLOTS - 1);; i = (i + 1) & (CVC_TEXT_SLOTS - 1)) {
    cvc_text_slot *slot = texts->slots + i;
    if (slot->count == 0) {
      if (texts->used == CVC_TEXTS) return 0;
      texts->used++;
      *slot = (cvc_text_slot){words[0], words[1], words[2], words[3], words[4], words[5],
                              length, 1};
      return 1;
    }
    // One comparison of all, for they differ seldom.
    uint64_t difference = (slot->first ^ words[0]) | (slot->second ^ words[1])
                        | (slot->third ^ words[2]) | (slot->fourth ^ words[3])
                        | (slot->fifth ^ words[4]) | (slot->sixth ^ words[5])
                        | (slot->length ^ length);
    if (difference == 0) {
      slot->count++;
      return 1;
    }
  }
}

size_t cvc_count_rows(
  const uint8_t *p, size_t n, const cvc_row *rows, size_t count, int has_plain_folds,
  const cvc_count_codes *codes, cvc_tally *tallies, cvc_texts *texts, uint32_t *left) {
  size_t lefts = 0;
  for (size_t i = 0; i < count; i++) {
    const cvc_row *row = rows + i;
    uint8_t name = row->name_number;
    if (name == codes->begin || name == codes->end || name == codes->version) continue;
    size_t head = row->name_end, value = row->value_start;
    if (
      name < codes->first_name || name == codes->program || row->flag_bits & codes->odd
      || (value > head + 1 && !cvc_count_text(texts, p, n, head, value - 1 - head))) {
      left[lefts++] = (uint32_t)i;
      continue;
    }
    size_t octets = row->value_end - value;
    if (row->fold_count > 0) {
      if (has_plain_folds && row->fold_count < UINT16_MAX && !(row->flag_bits & codes->folded))
        octets -= 3 * (size_t)row->fold_count;
      else
        octets = cvc_unfolded_count(p + value, octets);
    }
    tallies[name].count++;
    tallies[name].octets += (int64_t)octets;
  }
  return lefts;
}

static inline int is_end(uint8_t o) { return o == '\r' || o == '\n'; }

// Counts line ends, and blanks right after them, among whole vectors from the second octet on, and
// moves `i` past them.
//
// The vectors are Clang's own, which every processor has or does without: a comparison sets all bits
// of the octets for which it holds, which is -1.
#define COUNT_FOLDS(name, attributes, width)                                                       \
  attributes static size_t name(const uint8_t *p, size_t n, size_t *i) {                           \
    typedef int8_t octets __attribute__((vector_size(width)));                                     \
    size_t count = 0;                                                                              \
    while (n - *i >= width) {                                                                      \
      octets found = {0};                                                                          \
      /* Two at most of each octet and turn: so many turns fit an octet. */                        \
      for (int turn = 0; turn < 63 && n - *i >= width; turn++, *i += width) {                      \
        octets v, before;                                                                          \
        memcpy(&v, p + *i, width);                                                                 \
        memcpy(&before, p + *i - 1, width);                                                        \
        octets is_blank = (v == ' ') | (v == '\t');                                                \
        found += ((v == '\r') | (v == '\n')) + (is_blank & ((before == '\r') | (before == '\n')));  \
      }                                                                                            \
      for (int k = 0; k < width; k++) count += (size_t)-found[k];                                  \
    }                                                                                              \
    return count;                                                                                  \
  }

COUNT_FOLDS(folds_16, , 16)
#if defined(__x86_64__)
COUNT_FOLDS(folds_32, FOR_AVX2, 32)
#endif

size_t cvc_unfolded_count(const uint8_t *p, size_t n) {
  if (n == 0) return 0;
  size_t left = n - (size_t)is_end(p[0]), i = 1;
#if defined(__x86_64__)
  if (cvc_has_kernel(CVC_AVX2)) left -= folds_32(p, n, &i);
#endif
  left -= folds_16(p, n, &i);
  for (; i < n; i++) left -= (size_t)(is_end(p[i]) + (is_blank(p[i]) && is_end(p[i - 1])));
  return left;
}
