// How base64 is decoded in blocks. Included once for each instruction set, with these defined:
//
//   DECODE                 the name of the function
//   WIDTH                  octets of a block: 16 or 32
//   block                  the type of a block
//   LOAD(p), STORE(p, b)   at any address
//   DIGITS(b, v)           whether all octets are digits of RFC 4648 §4; `v` receives what they say
//   MARKS(b, v, white)     a bit for every octet that is a digit of §4 or §5; `v` receives what
//                          they say, `white` a bit for every blank and line end
//   PACK(v)                six bits of each of WIDTH octets as WIDTH / 4 * 3 octets at the front
//
// Folds seldom stand where groups of four end. So what digits say is collected, and packed when
// there is much of it: then what was stored a piece at a time can be loaded at once.
//
//   text     …AAAABBBBCC⏎ CCDDDD…      values   AAAABBBBCCCCDDDD…
//   block    |──digits──|w |digits|
static void DECODE(base64_decoder *d) {
  enum { COLLECTED = 512 };
  uint8_t values[COLLECTED + 2 * WIDTH];
  const uint64_t all = ((uint64_t)1 << WIDTH) - 1;
  const uint8_t *p = d->text;
  const size_t n = d->length;
  uint8_t *out = d->out;
  size_t i = 0, o = 0, count = 0;
  // A block may be loaded from anywhere in this one, and WIDTH octets may be stored for the
  // WIDTH / 4 * 3 that count: both stay within bounds as long as another block follows.
  while (n - i >= 2 * WIDTH) {
    block b = LOAD(p + i), v;
    if (DIGITS(b, v)) {
      if (count == 0) {
        STORE(out + o, PACK(v));
        o += WIDTH / 4 * 3;
        i += WIDTH;
        continue;
      }
      STORE(values + count, v);
      count += WIDTH;
    } else {
      uint64_t white, digits = MARKS(b, v, white);
      // Padding ends the data, and what is foreign is counted: both one octet at a time.
      if ((digits | white) != all) break;
      while (digits) {
        size_t start = (size_t)__builtin_ctzll(digits);
        size_t length = (size_t)__builtin_ctzll(~(digits >> start));
        uint64_t ignored;
        (void)MARKS(LOAD(p + i + start), v, ignored);
        (void)ignored;
        STORE(values + count, v);
        count += length;
        digits &= ~((((uint64_t)1 << length) - 1) << start);
      }
    }
    i += WIDTH;
    if (count >= COLLECTED) {
      size_t from = 0;
      for (; from + WIDTH <= count; from += WIDTH, o += WIDTH / 4 * 3)
        STORE(out + o, PACK(LOAD(values + from)));
      STORE(values, LOAD(values + from));
      count -= from;
    }
  }
  size_t from = 0;
  for (; from + WIDTH <= count; from += WIDTH, o += WIDTH / 4 * 3)
    STORE(out + o, PACK(LOAD(values + from)));
  d->read = i;
  d->written = o;
  for (; from < count; from++) add_value(d, values[from]);
}

#undef DECODE
#undef WIDTH
#undef block
#undef LOAD
#undef STORE
#undef DIGITS
#undef MARKS
#undef PACK
