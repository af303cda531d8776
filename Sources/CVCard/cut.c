#include "cvc_cut.h"

// Whether the word stands at `p`, in letters of either case; it is given in lower case.
static int has_word(const uint8_t *p, const char *word, size_t n) {
  for (size_t k = 0; k < n; k++) {
    uint8_t o = p[k];
    if ((uint8_t)(o >= 'A' && o <= 'Z' ? o | 0x20 : o) != (uint8_t)word[k]) return 0;
  }
  return 1;
}

static int is_space(uint8_t o) { return o == ' ' || o == '\t' || o == '\r' || o == '\n'; }

size_t cvc_last_card_start(const uint8_t *p, size_t n, size_t from) {
  static const char begin[] = "begin:vcard", end[] = "end:vcard";
  const size_t begin_length = sizeof(begin) - 1, end_length = sizeof(end) - 1;
  if (n < begin_length + end_length + 1) return 0;
  size_t least = from > end_length + 1 ? from : end_length + 1;
  for (size_t start = n - begin_length; start >= least; start--) {
    // Most octets are settled by the first of these two.
    if (p[start - 1] != '\n' || (p[start] | 0x20) != 'b') continue;
    if (!has_word(p + start, begin, begin_length)) continue;
    if (start + begin_length < n && !is_space(p[start + begin_length])) continue;
    size_t before = start - 1;
    while (before > 0 && is_space(p[before - 1])) before--;
    if (before < end_length || !has_word(p + before - end_length, end, end_length)) continue;
    if (before > end_length && p[before - end_length - 1] != '\n') continue;
    return start;
  }
  return 0;
}
