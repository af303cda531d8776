#include "cicu.h"
#include "locale_name.h"
#include "utf16.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

/// UTF-16 code units. No pattern of CLDR comes near it.
#define PATTERN_CAPACITY 128

struct cicu_date_format {
  UDateFormat *format;
  UCalendar *calendar;
};

static const UChar utc[] = {'E', 't', 'c', '/', 'U', 'T', 'C', 0};

/// Whether ICU has the words of a language. Where it has not, it would take those of the machine.
static bool is_known(const char *locale) {
  char language[ULOC_LANG_CAPACITY] = "";
  char known[ULOC_LANG_CAPACITY] = "";
  UErrorCode error = U_ZERO_ERROR;
  uloc_getLanguage(locale, language, ULOC_LANG_CAPACITY, &error);
  for (int32_t index = 0; index < uloc_countAvailable(); index += 1) {
    uloc_getLanguage(uloc_getAvailable(index), known, ULOC_LANG_CAPACITY, &error);
    if (U_SUCCESS(error) && strcmp(language, known) == 0) {
      return true;
    }
  }
  return false;
}

/// Writes the locale of a name with the calendar of the dates that come in.
static void gregorian_locale(const char *name, char *locale, UErrorCode *error) {
  int32_t status = 0;
  locale_of_name(name, locale, &status);
  *error = (UErrorCode)status;
  if (U_SUCCESS(*error) && !is_known(locale)) {
    strcpy(locale, "root");
  }
  uloc_setKeywordValue("calendar", "gregorian", locale, LOCALE_CAPACITY, error);
}

/// Has the years of a pattern counted as ISO 8601 does: 0 goes before 1. In eras of which `y` is a
/// year, none has the number 0, and the year before 1 would be written as 1.
static void count_years_through(UChar *pattern, int32_t count) {
  bool is_quoted = false;
  for (int32_t index = 0; index < count; index += 1) {
    if (pattern[index] == '\'') {
      is_quoted = !is_quoted;
    } else if (pattern[index] == 'y' && !is_quoted) {
      pattern[index] = 'u';
    }
  }
}

static void open_format(
    struct cicu_date_format *result, const char *name, const char *skeleton, UErrorCode *error) {
  char locale[LOCALE_CAPACITY] = "";
  gregorian_locale(name, locale, error);
  UChar wanted[PATTERN_CAPACITY];
  size_t length = strlen(skeleton);
  if (length >= PATTERN_CAPACITY) {
    *error = U_ILLEGAL_ARGUMENT_ERROR;
    return;
  }
  u_charsToUChars(skeleton, wanted, (int32_t)length);
  UDateTimePatternGenerator *patterns = udatpg_open(locale, error);
  UChar pattern[PATTERN_CAPACITY];
  int32_t count = udatpg_getBestPattern(
      patterns, wanted, (int32_t)length, pattern, PATTERN_CAPACITY, error);
  udatpg_close(patterns);
  if (U_FAILURE(*error)) {
    return;
  }
  count_years_through(pattern, count);
  result->format = udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, utc, -1, pattern, count, error);
  result->calendar = ucal_open(utc, -1, locale, UCAL_GREGORIAN, error);
  if (U_SUCCESS(*error)) {
    // Dates are of the Gregorian calendar throughout, also before there was one (ISO 8601).
    ucal_setGregorianChange(result->calendar, -8.64e15, error);
    UCalendar *of_format = (UCalendar *)udat_getCalendar(result->format);
    ucal_setGregorianChange(of_format, -8.64e15, error);
  }
}

cicu_date_format *cicu_date_format_open(
    const char *locale, const char *skeleton, int32_t *status) {
  struct cicu_date_format *result = calloc(1, sizeof *result);
  if (result == NULL) {
    *status = U_MEMORY_ALLOCATION_ERROR;
    return NULL;
  }
  UErrorCode error = U_ZERO_ERROR;
  open_format(result, locale, skeleton, &error);
  *status = error;
  if (U_FAILURE(error)) {
    cicu_date_format_close(result);
    return NULL;
  }
  return result;
}

void cicu_date_format_close(cicu_date_format *format) {
  udat_close(format->format);
  ucal_close(format->calendar);
  free(format);
}

int64_t cicu_date_format_write(
    cicu_date_format *format, int32_t year, int32_t month, int32_t day, uint8_t *buffer,
    int64_t capacity, int32_t *status) {
  UErrorCode error = U_ZERO_ERROR;
  ucal_clear(format->calendar);
  ucal_setDate(format->calendar, year, month - 1, day, &error);
  UDate date = ucal_getMillis(format->calendar, &error);
  UChar text[PATTERN_CAPACITY];
  int32_t count = udat_format(format->format, date, text, PATTERN_CAPACITY, NULL, &error);
  *status = error;
  return U_SUCCESS(error) ? utf16_encode(text, count, buffer, capacity, NULL) : 0;
}
