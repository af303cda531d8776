#include "utf16.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>
#include <unicode/utypes.h>

int64_t utf16_decode_some(
    const uint8_t *text, int64_t count, uint16_t *units, int64_t capacity, int64_t *consumed) {
  int64_t read = 0;
  int64_t written = 0;
  // A code point is two units at most.
  while (read < count && written + 1 < capacity) {
    uint8_t byte = text[read];
    if (byte < 0x80) {
      units[written++] = byte;
      read += 1;
      continue;
    }
    UChar32 scalar;
    U8_NEXT_OR_FFFD(text, read, count, scalar);
    U16_APPEND_UNSAFE(units, written, scalar);
  }
  *consumed = read;
  return written;
}

int64_t utf16_decode(const uint8_t *text, int64_t count, uint16_t *units) {
  int64_t consumed;
  // Two units more than can be written, so that the check for room never stops it: four bytes make
  // two units, and fewer make one.
  return utf16_decode_some(text, count, units, count + 2, &consumed);
}

/// The length of the run of marks after `scalar`, given that before it.
static int run_after(int marks, UChar32 scalar) {
  // Most of what comes in long runs, and has no marks.
  if ((scalar < 0x300 && scalar != 0xAD) || (scalar >= 0x3400 && scalar < 0xA000)
      || (scalar >= 0xAC00 && scalar < 0xD7A4)) {
    return 0;
  }
  if (u_getCombiningClass(scalar) != 0) {
    return marks + 1;
  }
  return u_hasBinaryProperty(scalar, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ? marks : 0;
}

bool utf8_has_endless_marks(const uint8_t *text, int64_t count) {
  // A mark has two bytes at least.
  if (count <= 2 * UTF16_MOST_MARKS) {
    return false;
  }
  int64_t at = 0;
  int marks = 0;
  while (at < count) {
    if (text[at] < 0x80) {
      marks = 0;
      at += 1;
      continue;
    }
    UChar32 scalar;
    U8_NEXT_OR_FFFD(text, at, count, scalar);
    marks = run_after(marks, scalar);
    if (marks > UTF16_MOST_MARKS) {
      return true;
    }
  }
  return false;
}

/// Puts a joiner after every 30 marks in a row.
static void limit_marks(struct utf16 *string, int32_t *status) {
  struct utf16 limited;
  utf16_open_empty(&limited, (int64_t)string->count + string->count / UTF16_MOST_MARKS + 1, status);
  if (U_FAILURE(*status)) {
    utf16_close(&limited);
    return;
  }
  int32_t read = 0;
  int32_t written = 0;
  int marks = 0;
  while (read < string->count) {
    UChar32 scalar;
    U16_NEXT(string->units, read, string->count, scalar);
    marks = run_after(marks, scalar);
    if (marks > UTF16_MOST_MARKS) {
      limited.units[written++] = UTF16_JOINER;
      marks = 1;
    }
    U16_APPEND_UNSAFE(limited.units, written, scalar);
  }
  if (utf16_grow(string, limited.capacity, status)) {
    memcpy(string->units, limited.units, (size_t)written * sizeof(uint16_t));
    string->count = written;
  }
  utf16_close(&limited);
}

void utf16_open_empty(struct utf16 *string, int64_t capacity, int32_t *status) {
  string->units = string->local;
  string->count = 0;
  string->capacity = UTF16_LOCAL_UNITS;
  utf16_grow(string, capacity, status);
}

void utf16_open(struct utf16 *string, const uint8_t *text, int64_t count, int32_t *status) {
  utf16_open_empty(string, count, status);
  if (U_SUCCESS(*status)) {
    string->count = (int32_t)utf16_decode(text, count, string->units);
    if (utf8_has_endless_marks(text, count)) {
      limit_marks(string, status);
    }
  }
}

void utf16_close(struct utf16 *string) {
  if (string->units != string->local) {
    free(string->units);
  }
}

bool utf16_grow(struct utf16 *string, int64_t capacity, int32_t *status) {
  *status = U_ZERO_ERROR;
  if (capacity <= string->capacity) {
    return true;
  }
  // ICU counts units in 32 bits and adds a little to some counts.
  if (capacity > INT32_MAX - 64) {
    *status = U_INDEX_OUTOFBOUNDS_ERROR;
    return false;
  }
  uint16_t *units = malloc((size_t)capacity * sizeof(uint16_t));
  if (units == NULL) {
    *status = U_MEMORY_ALLOCATION_ERROR;
    return false;
  }
  utf16_close(string);
  string->units = units;
  string->capacity = (int32_t)capacity;
  string->count = 0;
  return true;
}

int64_t utf16_encode(
    const uint16_t *units, int64_t count, uint8_t *buffer, int64_t capacity, int64_t *lone) {
  int64_t read = 0;
  int64_t written = 0;
  while (read < count) {
    uint16_t unit = units[read];
    if (unit < 0x80) {
      if (written < capacity) {
        buffer[written] = (uint8_t)unit;
      }
      written += 1;
      read += 1;
      continue;
    }
    UChar32 scalar;
    U16_NEXT(units, read, count, scalar);
    if (U_IS_SURROGATE(scalar)) {
      scalar = 0xFFFD;
      if (lone != NULL) {
        *lone += 1;
      }
    }
    int length = U8_LENGTH(scalar);
    if (written + length <= capacity) {
      int64_t at = written;
      U8_APPEND_UNSAFE(buffer, at, scalar);
    }
    written += length;
  }
  return written;
}

bool utf8_is_ascii(const uint8_t *text, int64_t count) {
  int64_t at = 0;
  for (; at + 8 <= count; at += 8) {
    uint64_t word;
    memcpy(&word, text + at, 8);
    if ((word & UINT64_C(0x8080808080808080)) != 0) {
      return false;
    }
  }
  for (; at < count; at += 1) {
    if (text[at] >= 0x80) {
      return false;
    }
  }
  return true;
}
