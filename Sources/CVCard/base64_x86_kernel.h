// Base64 by the vectors of x86-64 processors. Included once for each instruction set, with these
// defined besides WIDTH, block, LOAD and STORE of base64_decode_kernel.h:
//
//   FOR              the attribute of functions for such processors
//   NAMED(name)      the name of a function of this set
//   V(name)          the instruction of this set
//   LOAD_GROUPS(p)   WIDTH / 4 * 3 octets, 12 at the front of each 16
//   TABLE(...)       a table of 16 octets, for each 16
//   JOINED(b)        a block of which 12 of each 16 octets count, with those at the front

FOR static inline block NAMED(digits)(block b, block *values) {
  const block half = V(set1_epi8)(0x0f);
  block upper = V(srli_epi32)(b, 4) & half;
  block ruled_out = V(shuffle_epi8)(TABLE(TABLE_OF_UPPER), upper)
    & V(shuffle_epi8)(TABLE(TABLE_OF_LOWER), b & half);
  // '/' takes the summand of the upper half before its own.
  block place = V(add_epi8)(upper, V(cmpeq_epi8)(b, V(set1_epi8)('/')));
  *values = V(add_epi8)(b, V(shuffle_epi8)(TABLE(TABLE_OF_SUMMANDS), place));
  return V(cmpeq_epi8)(ruled_out, (block){0});
}

FOR static inline uint64_t NAMED(marks)(block b, block *values, uint64_t *white) {
  *white = (uint32_t)V(movemask_epi8)(
    V(cmpeq_epi8)(V(shuffle_epi8)(TABLE(TABLE_OF_WHITE), b), b));
  // RFC 4648 §5: '-' is '+', '_' is '/'.
  block minus = V(cmpeq_epi8)(b, V(set1_epi8)('-')) & V(set1_epi8)('-' - '+');
  block underline = V(cmpeq_epi8)(b, V(set1_epi8)('_')) & V(set1_epi8)('_' - '/');
  b = V(sub_epi8)(V(sub_epi8)(b, minus), underline);
  return (uint32_t)V(movemask_epi8)(NAMED(digits)(b, values));
}

FOR static inline block NAMED(pack)(block values) {
  block pairs = V(maddubs_epi16)(values, V(set1_epi32)(0x01400140));
  block groups = V(madd_epi16)(pairs, V(set1_epi32)(0x00011000));
  return JOINED(V(shuffle_epi8)(
    groups, TABLE(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1)));
}

FOR static size_t NAMED(encode)(const uint8_t *p, size_t n, uint8_t *out) {
  size_t i = 0;
  // Of each 16 octets that are loaded, 12 count.
  for (; n - i >= WIDTH / 4 * 3 + 4; i += WIDTH / 4 * 3, out += WIDTH) {
    block b = V(shuffle_epi8)(LOAD_GROUPS(p + i), TABLE(ORDER_OF_GROUPS));
    block first = V(mulhi_epu16)(b & V(set1_epi32)(0x0fc0fc00), V(set1_epi32)(0x04000040));
    block second = V(mullo_epi16)(b & V(set1_epi32)(0x003f03f0), V(set1_epi32)(0x01000010));
    block values = first | second;
    block is_upper = V(cmpgt_epi8)(V(set1_epi8)(26), values);
    block place = V(subs_epu8)(values, V(set1_epi8)(51)) | (is_upper & V(set1_epi8)(13));
    STORE(out, V(add_epi8)(values, V(shuffle_epi8)(TABLE(TABLE_OF_LETTERS), place)));
  }
  return i;
}

#define DECODE FOR NAMED(decode)
#define DIGITS(b, v) ((uint32_t)V(movemask_epi8)(NAMED(digits)(b, &v)) == (uint32_t)all)
#define MARKS(b, v, white) NAMED(marks)(b, &v, &white)
#define PACK(v) NAMED(pack)(v)
#include "base64_decode_kernel.h"

#undef FOR
#undef NAMED
#undef V
#undef LOAD_GROUPS
#undef TABLE
#undef JOINED
