#include "cicu.h"
#include "locale_name.h"
#include "utf16.h"

#include <stdio.h>
#include <string.h>
#include <unicode/ucol.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>

_Static_assert(CICU_STRENGTH_OF_LOCALE == (int)UCOL_DEFAULT, "UColAttributeValue");
_Static_assert(CICU_STRENGTH_PRIMARY == (int)UCOL_PRIMARY, "UColAttributeValue");
_Static_assert(CICU_STRENGTH_SECONDARY == (int)UCOL_SECONDARY, "UColAttributeValue");
_Static_assert(CICU_STRENGTH_TERTIARY == (int)UCOL_TERTIARY, "UColAttributeValue");
_Static_assert(CICU_STRENGTH_QUATERNARY == (int)UCOL_QUATERNARY, "UColAttributeValue");
_Static_assert(CICU_STRENGTH_IDENTICAL == (int)UCOL_IDENTICAL, "UColAttributeValue");

// A cicu_collator is a UCollator under a name that needs no ICU header.
static UCollator *unwrap(const cicu_collator *collator) { return (UCollator *)collator; }

/// Writes the ICU locale ID of a BCP 47 tag, all of which must be well-formed.
static void locale_of_tag(const char *tag, char *locale, UErrorCode *status) {
  int32_t parsed = 0;
  int32_t length = uloc_forLanguageTag(tag, locale, LOCALE_CAPACITY, &parsed, status);
  if (U_FAILURE(*status)) {
    return;
  }
  if (parsed != (int32_t)strlen(tag) || length >= LOCALE_CAPACITY) {
    *status = U_ILLEGAL_ARGUMENT_ERROR;
  }
}

/// Writes the ICU locale ID of `name`: a BCP 47 tag, an ICU ID with or without keywords, or a POSIX
/// name with its codeset.
static void canonical_locale(const char *name, char *locale, UErrorCode *status) {
  size_t length = strlen(name);
  if (length >= LOCALE_CAPACITY) {
    *status = U_ILLEGAL_ARGUMENT_ERROR;
    return;
  }
  if (strpbrk(name, "_@.") == NULL) {
    locale_of_tag(name, locale, status);
    return;
  }
  char base[LOCALE_CAPACITY];
  size_t base_length = strcspn(name, "@");
  memcpy(base, name, base_length);
  base[base_length] = '\0';
  base[strcspn(base, ".")] = '\0';
  for (char *at = base; *at != '\0'; at += 1) {
    if (*at == '_') {
      *at = '-';
    }
  }
  locale_of_tag(base, locale, status);
  if (name[base_length] == '\0') {
    return;
  }
  // key=value;key=value. ICU itself would pass over what it cannot read.
  const char *at = name + base_length + 1;
  while (U_SUCCESS(*status)) {
    char keyword[LOCALE_CAPACITY];
    char value[LOCALE_CAPACITY];
    size_t item = strcspn(at, ";");
    size_t key_length = strcspn(at, "=;");
    if (key_length == 0 || key_length + 1 >= item) {
      *status = U_ILLEGAL_ARGUMENT_ERROR;
      return;
    }
    memcpy(keyword, at, key_length);
    keyword[key_length] = '\0';
    memcpy(value, at + key_length + 1, item - key_length - 1);
    value[item - key_length - 1] = '\0';
    uloc_setKeywordValue(keyword, value, locale, LOCALE_CAPACITY, status);
    if (at[item] == '\0') {
      return;
    }
    at += item + 1;
  }
}

/// Refuses a collation type that no locale has. A type that only this locale lacks is no fault: it
/// falls back to the locale's usual one.
static void check_collation_type(const char *locale, UErrorCode *status) {
  char type[LOCALE_CAPACITY];
  int32_t length =
      uloc_getKeywordValue(locale, "collation", type, LOCALE_CAPACITY, status);
  if (U_FAILURE(*status) || length <= 0 || strcmp(type, "default") == 0) {
    return;
  }
  UEnumeration *types = ucol_getKeywordValues("collation", status);
  bool found = false;
  const char *known;
  while (U_SUCCESS(*status) && !found && (known = uenum_next(types, NULL, status)) != NULL) {
    found = strcmp(known, type) == 0;
  }
  uenum_close(types);
  if (U_SUCCESS(*status) && !found) {
    *status = U_ILLEGAL_ARGUMENT_ERROR;
  }
}

void locale_of_name(const char *name, char *locale, int32_t *status) {
  UErrorCode error = U_ZERO_ERROR;
  locale[0] = '\0';
  canonical_locale(name, locale, &error);
  if (U_SUCCESS(error)) {
    check_collation_type(locale, &error);
  }
  *status = error;
}

cicu_collator *cicu_collator_open(
    const char *locale, int32_t strength, bool shifted, bool numeric, int32_t *status) {
  char canonical[LOCALE_CAPACITY];
  locale_of_name(locale, canonical, status);
  if (U_FAILURE(*status)) {
    return NULL;
  }
  UErrorCode error = U_ZERO_ERROR;
  UCollator *collator = ucol_open(canonical, &error);
  if (U_SUCCESS(error)) {
    // Names arrive composed and decomposed, marks in any order; they must compare equal.
    ucol_setAttribute(collator, UCOL_NORMALIZATION_MODE, UCOL_ON, &error);
  }
  if (U_SUCCESS(error) && strength != CICU_STRENGTH_OF_LOCALE) {
    ucol_setAttribute(collator, UCOL_STRENGTH, (UColAttributeValue)strength, &error);
  }
  if (U_SUCCESS(error) && shifted) {
    ucol_setAttribute(collator, UCOL_ALTERNATE_HANDLING, UCOL_SHIFTED, &error);
  }
  if (U_SUCCESS(error) && numeric) {
    ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &error);
  }
  *status = error;
  if (U_FAILURE(error)) {
    if (collator != NULL) {
      ucol_close(collator);
    }
    return NULL;
  }
  return (cicu_collator *)collator;
}

void cicu_collator_close(cicu_collator *collator) { ucol_close(unwrap(collator)); }

/// Compares by way of UTF-16, where runs of marks are limited as in sort keys.
static int32_t compare_limited(
    const cicu_collator *collator, const uint8_t *left, int64_t left_count, const uint8_t *right,
    int64_t right_count, int32_t *status) {
  struct utf16 first;
  struct utf16 second;
  int32_t second_status;
  utf16_open(&first, left, left_count, status);
  utf16_open(&second, right, right_count, &second_status);
  UCollationResult result = UCOL_EQUAL;
  if (U_SUCCESS(*status)) {
    *status = second_status;
  }
  if (U_SUCCESS(*status)) {
    result = ucol_strcoll(
        unwrap(collator), first.units, first.count, second.units, second.count);
  }
  utf16_close(&first);
  utf16_close(&second);
  return (int32_t)result;
}

int32_t cicu_collator_compare(
    const cicu_collator *collator, const uint8_t *left, int64_t left_count, const uint8_t *right,
    int64_t right_count, int32_t *status) {
  if (left_count > INT32_MAX || right_count > INT32_MAX) {
    *status = U_INDEX_OUTOFBOUNDS_ERROR;
    return 0;
  }
  if (utf8_has_endless_marks(left, left_count) || utf8_has_endless_marks(right, right_count)) {
    return compare_limited(collator, left, left_count, right, right_count, status);
  }
  UErrorCode error = U_ZERO_ERROR;
  UCollationResult result = ucol_strcollUTF8(
      unwrap(collator), left_count == 0 ? "" : (const char *)left, (int32_t)left_count,
      right_count == 0 ? "" : (const char *)right, (int32_t)right_count, &error);
  *status = error;
  return (int32_t)result;
}

int64_t cicu_collator_sort_key(
    const cicu_collator *collator, const uint8_t *text, int64_t count, uint8_t *buffer,
    int64_t capacity, int32_t *status) {
  struct utf16 string;
  utf16_open(&string, text, count, status);
  int64_t length = 0;
  if (U_SUCCESS(*status)) {
    length = ucol_getSortKey(
        unwrap(collator), string.units, string.count, buffer,
        capacity > INT32_MAX ? INT32_MAX : (int32_t)capacity);
    if (length <= 0) {
      // Every key ends with a NUL. 0 is how this call, which takes no status, says that it failed,
      // and with sound arguments nothing but memory can fail.
      *status = U_MEMORY_ALLOCATION_ERROR;
      length = 1;
    }
  }
  utf16_close(&string);
  return length - 1;
}

void cicu_collator_resolved_locale(
    const cicu_collator *collator, char *buffer, int32_t capacity, int32_t *status) {
  UErrorCode error = U_ZERO_ERROR;
  const char *locale = ucol_getLocaleByType(unwrap(collator), ULOC_VALID_LOCALE, &error);
  if (U_SUCCESS(error)) {
    int32_t length;
    if (locale == NULL || locale[0] == '\0' || strcmp(locale, "root") == 0) {
      length = snprintf(buffer, (size_t)capacity, "root");
    } else {
      length = uloc_toLanguageTag(locale, buffer, capacity, false, &error);
    }
    if (U_SUCCESS(error) && length >= capacity) {
      error = U_BUFFER_OVERFLOW_ERROR;
    }
  }
  *status = error;
}

void cicu_collator_version(
    const cicu_collator *collator, char *buffer, int32_t capacity, int32_t *status) {
  UVersionInfo collation;
  ucol_getVersion(unwrap(collator), collation);
  UVersionInfo library;
  u_getVersion(library);
  char collation_text[U_MAX_VERSION_STRING_LENGTH];
  char library_text[U_MAX_VERSION_STRING_LENGTH];
  u_versionToString(collation, collation_text);
  u_versionToString(library, library_text);
  int length = snprintf(buffer, (size_t)capacity, "%s/%s", library_text, collation_text);
  *status = length < capacity ? U_ZERO_ERROR : U_BUFFER_OVERFLOW_ERROR;
}
