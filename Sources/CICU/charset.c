#include "cicu.h"
#include "utf16.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/ucnv_err.h>
#include <unicode/utf16.h>

/// UTF-16 code units between the two sides of a conversion: a unit is three bytes of UTF-8 at most,
/// and what one step decodes fits CICU_CHARSET_STEP.
#define PIVOT_UNITS 4096
_Static_assert(PIVOT_UNITS * 3 <= CICU_CHARSET_STEP, "a step decodes into one buffer");

/// Bytes. ICU refuses buffers that 32 bits do not count.
#define LARGEST_SLICE (1 << 20)

struct cicu_charset {
  UConverter *converter;
  int64_t substitutions;
  bool euro_at_80;
  /// IBM's PC tables exchange 0x1A, 0x1C and 0x7F; files that claim such a charset do not.
  bool rotates_controls;
  /// Units of `pivot` that are waiting: a lead surrogate when decoding, text when encoding.
  int32_t start;
  int32_t end;
  uint16_t pivot[PIVOT_UNITS];
};

static void to_unicode_failed(
    const void *context, UConverterToUnicodeArgs *arguments, const char *bytes, int32_t count,
    UConverterCallbackReason reason, UErrorCode *status) {
  if (reason > UCNV_IRREGULAR) {
    return;
  }
  cicu_charset *charset = (cicu_charset *)context;
  *status = U_ZERO_ERROR;
  if (charset->euro_at_80 && count == 1 && (uint8_t)bytes[0] == 0x80) {
    const UChar euro = 0x20AC;
    ucnv_cbToUWriteUChars(arguments, &euro, 1, 0, status);
    return;
  }
  charset->substitutions += 1;
  const UChar replacement = 0xFFFD;
  ucnv_cbToUWriteUChars(arguments, &replacement, 1, 0, status);
}

static void from_unicode_failed(
    const void *context, UConverterFromUnicodeArgs *arguments, const UChar *units, int32_t count,
    UChar32 scalar, UConverterCallbackReason reason, UErrorCode *status) {
  (void)units;
  (void)count;
  (void)scalar;
  if (reason > UCNV_IRREGULAR) {
    return;
  }
  ((cicu_charset *)context)->substitutions += 1;
  *status = U_ZERO_ERROR;
  const UChar replacement = '?';
  const UChar *start = &replacement;
  ucnv_cbFromUWriteUChars(arguments, &start, start + 1, 0, status);
}

static bool rotates_controls(UConverter *converter) {
  UErrorCode status = U_ZERO_ERROR;
  UChar units[8];
  int32_t count = ucnv_toUChars(converter, units, 8, "\x1A\x1C\x7F", 3, &status);
  ucnv_reset(converter);
  return U_SUCCESS(status) && count == 3 && units[0] == 0x1C && units[1] == 0x7F
         && units[2] == 0x1A;
}

cicu_charset *cicu_charset_open(const char *name, bool euro_at_80, int32_t *status) {
  // To ICU, no name is the default charset of the machine.
  if (name[0] == '\0') {
    *status = U_FILE_ACCESS_ERROR;
    return NULL;
  }
  UErrorCode error = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(name, &error);
  cicu_charset *charset = U_SUCCESS(error) ? malloc(sizeof(cicu_charset)) : NULL;
  if (U_SUCCESS(error) && charset == NULL) {
    error = U_MEMORY_ALLOCATION_ERROR;
  }
  if (U_SUCCESS(error)) {
    charset->converter = converter;
    charset->substitutions = 0;
    charset->euro_at_80 = euro_at_80;
    charset->rotates_controls = false;
    charset->start = 0;
    charset->end = 0;
    ucnv_setToUCallBack(converter, to_unicode_failed, charset, NULL, NULL, &error);
    ucnv_setFromUCallBack(converter, from_unicode_failed, charset, NULL, NULL, &error);
  }
  *status = error;
  if (U_FAILURE(error)) {
    ucnv_close(converter);
    free(charset);
    return NULL;
  }
  charset->rotates_controls = rotates_controls(converter);
  return charset;
}

void cicu_charset_close(cicu_charset *charset) {
  ucnv_close(charset->converter);
  free(charset);
}

bool cicu_charset_is_of_one_octet(const cicu_charset *charset) {
  switch (ucnv_getType(charset->converter)) {
    case UCNV_SBCS:
    case UCNV_LATIN_1:
    case UCNV_US_ASCII: return true;
    default: return false;
  }
}

const char *cicu_charset_canonical_name(const char *alias, int32_t *status) {
  *status = U_ZERO_ERROR;
  if (alias[0] == '\0') {
    return NULL;
  }
  UErrorCode error = U_ZERO_ERROR;
  const char *name = ucnv_getAlias(alias, 0, &error);
  // ucnv_open has the same leniency.
  if (name == NULL && (alias[0] == 'x' || alias[0] == 'X') && alias[1] == '-') {
    error = U_ZERO_ERROR;
    name = ucnv_getAlias(alias + 2, 0, &error);
  }
  *status = error;
  return U_SUCCESS(error) ? name : NULL;
}

const char *cicu_charset_mime_name(const char *alias, int32_t *status) {
  UErrorCode error = U_ZERO_ERROR;
  const char *name = ucnv_getStandardName(alias, "MIME", &error);
  if (name == NULL) {
    error = U_ZERO_ERROR;
    name = ucnv_getStandardName(alias, "IANA", &error);
  }
  *status = error;
  return U_SUCCESS(error) ? name : NULL;
}

void cicu_charset_reset(cicu_charset *charset) {
  ucnv_reset(charset->converter);
  charset->start = 0;
  charset->end = 0;
}

/// Undoes the exchange of control characters in what was decoded, or does it to what is to be
/// encoded.
static void rotate_controls(uint16_t *units, int32_t count, bool decoded) {
  for (int32_t at = 0; at < count; at += 1) {
    switch (units[at]) {
      case 0x1A: units[at] = decoded ? 0x7F : 0x1C; break;
      case 0x1C: units[at] = decoded ? 0x1A : 0x7F; break;
      case 0x7F: units[at] = decoded ? 0x1C : 0x1A; break;
      default: break;
    }
  }
}

int32_t cicu_charset_decode(
    cicu_charset *charset, const uint8_t *bytes, int64_t count, int64_t *consumed, uint8_t *buffer,
    int64_t *substitutions, bool *finished, int32_t *status) {
  charset->substitutions = 0;
  int64_t left = count - *consumed;
  bool last = left <= LARGEST_SLICE;
  const char *start = count == 0 ? "" : (const char *)bytes + *consumed;
  const char *source = start;
  UChar *target = charset->pivot + charset->end;
  int32_t waiting = charset->end;
  UErrorCode error = U_ZERO_ERROR;
  ucnv_toUnicode(
      charset->converter, &target, charset->pivot + PIVOT_UNITS, &source,
      source + (last ? left : LARGEST_SLICE), NULL, last, &error);
  bool full = error == U_BUFFER_OVERFLOW_ERROR;
  if (full) {
    error = U_ZERO_ERROR;
  }
  *consumed += source - start;
  *finished = last && !full;
  int32_t units = (int32_t)(target - charset->pivot);
  if (charset->rotates_controls) {
    rotate_controls(charset->pivot + waiting, units - waiting, true);
  }
  charset->end = 0;
  uint16_t held = 0;
  if (!*finished && units > 0 && U16_IS_LEAD(charset->pivot[units - 1])) {
    units -= 1;
    held = charset->pivot[units];
    charset->end = 1;
  }
  int64_t written =
      utf16_encode(charset->pivot, units, buffer, CICU_CHARSET_STEP, &charset->substitutions);
  charset->pivot[0] = held;
  *substitutions += charset->substitutions;
  *status = error;
  return (int32_t)written;
}

int32_t cicu_charset_encode(
    cicu_charset *charset, const uint8_t *text, int64_t count, int64_t *consumed, uint8_t *buffer,
    int64_t *substitutions, bool *finished, int32_t *status) {
  charset->substitutions = 0;
  if (charset->start == charset->end && *consumed < count) {
    int64_t read = 0;
    charset->start = 0;
    charset->end = (int32_t)utf16_decode_some(
        text + *consumed, count - *consumed, charset->pivot, PIVOT_UNITS, &read);
    *consumed += read;
    if (charset->rotates_controls) {
      rotate_controls(charset->pivot, charset->end, false);
    }
  }
  bool last = *consumed == count;
  const UChar *source = charset->pivot + charset->start;
  char *target = (char *)buffer;
  UErrorCode error = U_ZERO_ERROR;
  ucnv_fromUnicode(
      charset->converter, &target, target + CICU_CHARSET_STEP, &source,
      charset->pivot + charset->end, NULL, last, &error);
  bool full = error == U_BUFFER_OVERFLOW_ERROR;
  if (full) {
    error = U_ZERO_ERROR;
  }
  charset->start = (int32_t)(source - charset->pivot);
  *finished = last && !full;
  *substitutions += charset->substitutions;
  *status = error;
  return (int32_t)(target - (char *)buffer);
}
