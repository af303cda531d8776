#include "cicu.h"
#include "utf16.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

/// ICU's shared instance of a form: immutable, never closed.
static const UNormalizer2 *normalizer(int32_t form, UErrorCode *status) {
  switch (form) {
    case CICU_NFC: return unorm2_getNFCInstance(status);
    case CICU_NFD: return unorm2_getNFDInstance(status);
    case CICU_NFKC: return unorm2_getNFKCInstance(status);
    case CICU_NFKD: return unorm2_getNFKDInstance(status);
    case CICU_NFKC_CASEFOLD: return unorm2_getNFKCCasefoldInstance(status);
    default:
      *status = U_ILLEGAL_ARGUMENT_ERROR;
      return NULL;
  }
}

/// What makes a text of another one, into `result`, which is open and grows as needed.
typedef void change(
    const UNormalizer2 *form, struct utf16 *source, struct utf16 *result, UErrorCode *status);

/// Normalizes.
static void normalize(
    const UNormalizer2 *form, struct utf16 *source, struct utf16 *result, UErrorCode *status) {
  int32_t length = unorm2_normalize(
      form, source->units, source->count, result->units, result->capacity, status);
  if (*status == U_BUFFER_OVERFLOW_ERROR) {
    int32_t grown;
    utf16_grow(result, length, &grown);
    *status = (UErrorCode)grown;
    length = unorm2_normalize(
        form, source->units, source->count, result->units, result->capacity, status);
  }
  result->count = U_SUCCESS(*status) ? length : 0;
}

/// Normalizes a text with endless marks to NFKC_Casefold, which would take the joiners out again
/// and bring the runs together: piece by piece.
static void casefold_pieces(
    const UNormalizer2 *form, struct utf16 *source, struct utf16 *result, UErrorCode *status) {
  struct utf16 folded;
  utf16_open_empty(&folded, 0, &(int32_t){0});
  int64_t written = 0;
  // Once to count, once to write.
  for (int pass = 0; pass < 2 && U_SUCCESS(*status); pass += 1) {
    if (pass == 1) {
      int32_t grown;
      utf16_grow(result, written, &grown);
      *status = (UErrorCode)grown;
    }
    written = 0;
    int32_t start = 0;
    while (U_SUCCESS(*status) && start < source->count) {
      int32_t end = start;
      while (end < source->count && source->units[end] != UTF16_JOINER) {
        end += 1;
      }
      struct utf16 piece = {.units = source->units + start, .count = end - start};
      normalize(form, &piece, &folded, status);
      if (pass == 1) {
        memcpy(result->units + written, folded.units, (size_t)folded.count * sizeof(uint16_t));
      }
      written += folded.count;
      start = end + 1;
    }
  }
  result->count = U_SUCCESS(*status) ? (int32_t)written : 0;
  utf16_close(&folded);
}

/// Changes a text that is not ASCII, as one of the functions does it.
static int64_t changed(
    change *change, const UNormalizer2 *form, const uint8_t *text, int64_t count, uint8_t *buffer,
    int64_t capacity, int32_t *status) {
  struct utf16 source;
  struct utf16 result;
  utf16_open(&source, text, count, status);
  utf16_open_empty(&result, 0, &(int32_t){0});
  int64_t length = 0;
  if (U_SUCCESS(*status)) {
    UErrorCode error = U_ZERO_ERROR;
    change(form, &source, &result, &error);
    *status = error;
    length = utf16_encode(result.units, result.count, buffer, capacity, NULL);
  }
  utf16_close(&source);
  utf16_close(&result);
  return length;
}

/// Copies ASCII, upper case to lower if asked for; every form leaves the rest of ASCII alone.
static int64_t copy_ascii(
    const uint8_t *text, int64_t count, bool folds, uint8_t *buffer, int64_t capacity) {
  if (count > capacity) {
    return count;
  }
  if (!folds) {
    if (count > 0) {
      memcpy(buffer, text, (size_t)count);
    }
    return count;
  }
  for (int64_t at = 0; at < count; at += 1) {
    uint8_t byte = text[at];
    buffer[at] = (uint8_t)(byte + (byte >= 'A' && byte <= 'Z' ? 0x20 : 0));
  }
  return count;
}

int64_t cicu_normalize(
    int32_t form, const uint8_t *text, int64_t count, uint8_t *buffer, int64_t capacity,
    int32_t *status) {
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2 *instance = normalizer(form, &error);
  *status = error;
  if (U_FAILURE(error)) {
    return 0;
  }
  if (utf8_is_ascii(text, count)) {
    return copy_ascii(text, count, form == CICU_NFKC_CASEFOLD, buffer, capacity);
  }
  bool is_endless = form == CICU_NFKC_CASEFOLD && utf8_has_endless_marks(text, count);
  return changed(
      is_endless ? casefold_pieces : normalize, instance, text, count, buffer, capacity, status);
}

/// Folds case; of no form.
static void fold_case(
    const UNormalizer2 *form, struct utf16 *source, struct utf16 *result, UErrorCode *status) {
  (void)form;
  int32_t length = u_strFoldCase(
      result->units, result->capacity, source->units, source->count, U_FOLD_CASE_DEFAULT, status);
  if (*status == U_BUFFER_OVERFLOW_ERROR) {
    int32_t grown;
    utf16_grow(result, length, &grown);
    *status = (UErrorCode)grown;
    length = u_strFoldCase(
        result->units, result->capacity, source->units, source->count, U_FOLD_CASE_DEFAULT, status);
  }
  result->count = U_SUCCESS(*status) ? length : 0;
}

int64_t cicu_fold_case(
    const uint8_t *text, int64_t count, uint8_t *buffer, int64_t capacity, int32_t *status) {
  if (utf8_is_ascii(text, count)) {
    *status = U_ZERO_ERROR;
    return copy_ascii(text, count, true, buffer, capacity);
  }
  return changed(fold_case, NULL, text, count, buffer, capacity, status);
}

/// Takes out the nonspacing marks.
static void remove_marks(struct utf16 *string) {
  int32_t read = 0;
  int32_t written = 0;
  while (read < string->count) {
    int32_t start = read;
    UChar32 scalar;
    U16_NEXT(string->units, read, string->count, scalar);
    if (scalar >= 0x300 && u_charType(scalar) == U_NON_SPACING_MARK) {
      continue;
    }
    while (start < read) {
      string->units[written++] = string->units[start++];
    }
  }
  string->count = written;
}

/// Normalizes to a form without the nonspacing marks.
static void strip_marks(
    const UNormalizer2 *form, struct utf16 *source, struct utf16 *result, UErrorCode *status) {
  struct utf16 decomposed;
  utf16_open_empty(&decomposed, 0, &(int32_t){0});
  normalize(normalizer(CICU_NFD, status), source, &decomposed, status);
  remove_marks(&decomposed);
  normalize(form, &decomposed, result, status);
  utf16_close(&decomposed);
}

int64_t cicu_strip_marks(
    const uint8_t *text, int64_t count, uint8_t *buffer, int64_t capacity, int32_t *status) {
  if (utf8_is_ascii(text, count)) {
    *status = U_ZERO_ERROR;
    return copy_ascii(text, count, false, buffer, capacity);
  }
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2 *composed = normalizer(CICU_NFC, &error);
  *status = error;
  return U_FAILURE(error)
      ? 0 : changed(strip_marks, composed, text, count, buffer, capacity, status);
}
