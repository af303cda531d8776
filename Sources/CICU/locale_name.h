// Names of locales. Internal to CICU.

#ifndef CICU_LOCALE_NAME_H
#define CICU_LOCALE_NAME_H

#include <stdint.h>

/// Bytes. More than the longest tag that CLDR can make sense of.
#define LOCALE_CAPACITY 256

/// Writes the ICU locale ID of `name`: a BCP 47 tag, an ICU ID with or without keywords, or a POSIX
/// name with its codeset. `locale` has room for LOCALE_CAPACITY. What is none of these, or names a
/// collation type that no locale has, is CICU_ILLEGAL_ARGUMENT.
void locale_of_name(const char *name, char *locale, int32_t *status);

#endif
