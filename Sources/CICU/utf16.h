// UTF-8 to UTF-16 and back, for the ICU calls that know no UTF-8. Internal to CICU.

#ifndef CICU_UTF16_H
#define CICU_UTF16_H

#include <stdbool.h>
#include <stdint.h>

/// UTF-16 code units. Fits the names, lines and paragraphs that most calls are about, so that they
/// need no heap.
#define UTF16_LOCAL_UNITS 512

struct utf16 {
  uint16_t *units;
  int32_t count;
  int32_t capacity;
  uint16_t local[UTF16_LOCAL_UNITS];
};

/// Writes the UTF-16 of `text`, at most one unit a byte, and returns the units written.
int64_t utf16_decode(const uint8_t *text, int64_t count, uint16_t *units);

/// As utf16_decode, but stops before the buffer is full; `*consumed` is set to the bytes read.
int64_t utf16_decode_some(
    const uint8_t *text, int64_t count, uint16_t *units, int64_t capacity, int64_t *consumed);

/// Bounds the run of marks that a text may have: UAX #15 §13, where no language needs more.
#define UTF16_MOST_MARKS 30
#define UTF16_JOINER 0x34F

/// Whether more than 30 marks follow each other anywhere.
bool utf8_has_endless_marks(const uint8_t *text, int64_t count);

/// Makes `string` the UTF-16 of `text`; to be followed by utf16_close, also after a failure.
///
/// After 30 marks in a row comes a U+034F that was not there (UAX #15 §13, Stream-Safe Text
/// Format). ICU sorts marks by insertion, so a line of nothing else would take hours. Characters
/// that a mapping may take away, default-ignorable ones, do not end a run.
void utf16_open(struct utf16 *string, const uint8_t *text, int64_t count, int32_t *status);

/// Makes `string` empty with room for `capacity` units; to be followed by utf16_close.
void utf16_open_empty(struct utf16 *string, int64_t capacity, int32_t *status);
void utf16_close(struct utf16 *string);

/// Makes room for `capacity` units and keeps nothing of what was there.
bool utf16_grow(struct utf16 *string, int64_t capacity, int32_t *status);

/// Writes UTF-8 and returns how many bytes it has, also when the buffer is too small for them.
/// Surrogates without a partner become U+FFFD; their number is added to `*lone`, which may be null.
int64_t utf16_encode(
    const uint16_t *units, int64_t count, uint8_t *buffer, int64_t capacity, int64_t *lone);

/// Whether no byte is above 0x7F.
bool utf8_is_ascii(const uint8_t *text, int64_t count);

#endif
