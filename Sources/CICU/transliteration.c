#include "cicu.h"
#include "utf16.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf16.h>
#include <unicode/utrans.h>

/// UTF-16 code units. ICU moves the rest of the text for every replacement that changes its length,
/// and some rules look along the whole word, so the time for a text grows with its square. A piece
/// ends at the first white space after PIECE_WISHED, in scripts that write none where a letter
/// begins after PIECE_FORCED, and anywhere after PIECE_MOST. No name is as long as one piece.
#define PIECE_WISHED 256
#define PIECE_FORCED 512
#define PIECE_MOST 1024

static UTransliterator *unwrap(const cicu_transliterator *transliterator) {
  return (UTransliterator *)transliterator;
}

cicu_transliterator *cicu_transliterator_open(
    const uint8_t *identifier, int64_t count, bool reverse, int32_t *status) {
  struct utf16 name;
  utf16_open(&name, identifier, count, status);
  UTransliterator *result = NULL;
  if (U_SUCCESS(*status)) {
    UErrorCode error = U_ZERO_ERROR;
    result = utrans_openU(
        name.units, name.count, reverse ? UTRANS_REVERSE : UTRANS_FORWARD, NULL, 0, NULL, &error);
    *status = error;
  }
  utf16_close(&name);
  return (cicu_transliterator *)result;
}

void cicu_transliterator_close(cicu_transliterator *transliterator) {
  utrans_close(unwrap(transliterator));
}

/// The end of the piece that starts at `start`.
static int32_t piece_end(const struct utf16 *text, int32_t start) {
  if (text->count - start <= PIECE_FORCED) {
    return text->count;
  }
  int32_t at = start + PIECE_WISHED;
  U16_SET_CP_START(text->units, start, at);
  while (at < text->count) {
    int32_t next = at;
    UChar32 scalar;
    U16_NEXT(text->units, next, text->count, scalar);
    if (u_isUWhiteSpace(scalar)) {
      return next;
    }
    bool is_mark = (U_GET_GC_MASK(scalar) & U_GC_M_MASK) != 0;
    if (at - start >= (is_mark ? PIECE_MOST : PIECE_FORCED)) {
      return at;
    }
    at = next;
  }
  return text->count;
}

/// Transliterates units `start` to `end` of `text` into `piece`.
static void transliterate_piece(
    const UTransliterator *transliterator, const struct utf16 *text, int32_t start, int32_t end,
    struct utf16 *piece, int32_t *status) {
  int32_t length = end - start;
  utf16_grow(piece, length, status);
  while (U_SUCCESS(*status)) {
    memcpy(piece->units, text->units + start, (size_t)length * sizeof(uint16_t));
    int32_t limit = length;
    int32_t written = length;
    UErrorCode error = U_ZERO_ERROR;
    utrans_transUChars(
        transliterator, piece->units, &written, piece->capacity, 0, &limit, &error);
    if (error != U_BUFFER_OVERFLOW_ERROR || written <= piece->capacity) {
      *status = error;
      piece->count = U_SUCCESS(error) ? written : 0;
      return;
    }
    utf16_grow(piece, written, status);
  }
}

int64_t cicu_transliterate(
    const cicu_transliterator *transliterator, const uint8_t *text, int64_t count, uint8_t *buffer,
    int64_t capacity, int32_t *status) {
  struct utf16 source;
  utf16_open(&source, text, count, status);
  struct utf16 piece;
  utf16_open_empty(&piece, 0, &(int32_t){0});
  int64_t length = 0;
  int32_t start = 0;
  while (U_SUCCESS(*status) && start < source.count) {
    int32_t end = piece_end(&source, start);
    transliterate_piece(unwrap(transliterator), &source, start, end, &piece, status);
    int64_t room = length < capacity ? capacity - length : 0;
    length += utf16_encode(
        piece.units, piece.count, room > 0 ? buffer + length : buffer, room, NULL);
    start = end;
  }
  utf16_close(&source);
  utf16_close(&piece);
  return length;
}
