#include "blocks.h"

INLINE int may_be_escaped(uint8_t o) {
  return o == '\\' || o == ',' || o == ';' || o == 'n' || o == 'N';
}

// Counts what stands at `i`. Gives where the next mark may stand.
static inline size_t count_mark(const uint8_t *p, size_t n, size_t i, cvc_marks *marks) {
  switch (p[i]) {
  case '\\':
    marks->has_backslash = 1;
    if (i + 1 < n && may_be_escaped(p[i + 1])) return i + 2;
    marks->is_odd = 1;
    break;
  case ',': marks->commas++; break;
  case ';': marks->semicolons++; break;
  case '\t': case '\n': case '\r': break;
  case 0: marks->has_nul = marks->has_control = 1; break;
  default: marks->has_control = 1; break;
  }
  return i + 1;
}

// Counts what stands at the places of a block at `i` whose bits are set, but for those before `next`.
static __attribute__((noinline)) size_t count_marks(
  const uint8_t *p, size_t n, size_t i, uint32_t hits, size_t next, cvc_marks *marks) {
  for (; hits; hits &= hits - 1) {
    size_t at = i + (size_t)__builtin_ctz(hits);
    if (at >= next) next = count_mark(p, n, at, marks);
  }
  return next;
}

// Copies `n` octets, fewer than a block has.
static __attribute__((noinline)) void copy_last(const uint8_t *p, size_t n, uint64_t *words) {
  for (size_t k = 0; 8 * k < n; k++) words[k] = cvc_load_up_to_8(p + 8 * k, n - 8 * k);
}

// What stands in a block.
typedef struct {
  found_32 commas, semicolons, others;
} block_marks;

INLINE block_marks marks_at(const uint8_t *p) {
  block_32 b = load_32(p);
  return (block_marks){b == ',', b == ';', (b < 0x20) | (b == '\\') | (b == 0x7F)};
}

INLINE found_32 all_of(block_marks marks) {
  return marks.commas | marks.semicolons | marks.others;
}

// The bits of a block of which `n` octets count, which are not none.
INLINE uint32_t counted(found_32 found, size_t n) {
  return n < 32 ? bits_32(found) & ((1u << n) - 1) : bits_32(found);
}

INLINE int has_marks(const uint8_t *p, size_t n) { return counted(all_of(marks_at(p)), n) != 0; }

// Counts from the block at `i` on, before which there is nothing.
INLINE cvc_marks count_from(const uint8_t *p, size_t n, size_t readable, size_t i) {
  cvc_marks marks = {0, 0, 0, 0, 0, 0};
  size_t next = 0;
  for (; i < n; i += 32) {
    const uint8_t *from = p + i;
    uint64_t last[4] = {0, 0, 0, 0};
    if (readable - i < 32) {
      copy_last(from, n - i, last);
      from = (const uint8_t *)last;
    }
    block_marks found = marks_at(from);
    if (next <= i && counted(found.others, n - i) == 0) {
      marks.commas += (uint32_t)__builtin_popcount(counted(found.commas, n - i));
      marks.semicolons += (uint32_t)__builtin_popcount(counted(found.semicolons, n - i));
    } else {
      next = count_marks(p, n, i, counted(all_of(found), n - i), next, &marks);
    }
  }
  return marks;
}

// Most values have none.
#define VALUE_MARKS(scope, attributes, name, count)                                                \
  attributes static __attribute__((noinline)) cvc_marks count(                                     \
    const uint8_t *p, size_t n, size_t readable, size_t i) {                                       \
    return count_from(p, n, readable, i);                                                          \
  }                                                                                                \
  attributes scope cvc_marks name(const uint8_t *p, size_t n, size_t readable) {                   \
    for (size_t i = 0; i < n; i += 32)                                                             \
      if (readable - i < 32 || has_marks(p + i, n - i)) return count(p, n, readable, i);           \
    return (cvc_marks){0, 0, 0, 0, 0, 0};                                                          \
  }

VALUE_MARKS(, , cvc_value_marks_plain, count_plain)
#if defined(__x86_64__)
VALUE_MARKS(static, FOR_AVX2, value_marks_avx2, count_avx2)
#endif

cvc_marks cvc_value_marks(const uint8_t *p, size_t n, size_t readable) {
#if defined(__x86_64__)
  if (has_avx2()) return value_marks_avx2(p, n, readable);
#endif
  return cvc_value_marks_plain(p, n, readable);
}
