// What Swift sees of ICU: C scalars and opaque handles.
//
// ICU's own headers stay inside the .c files: beside Foundation, which carries an ICU of its own,
// a module that shows them to Swift does not build.
//
// Conventions. A status is a UErrorCode: 0 success, below 0 success with a remark, above 0
// failure; it is written, never read. Text goes in as UTF-8 with a length in bytes and may hold
// NULs; what is not UTF-8 reads as U+FFFD, one for each maximal part of a sequence. A null pointer
// stands for empty text. Functions that fill a buffer return how many bytes the result has, also
// when that is more than `capacity`; then the buffer holds nothing of use and the call is to be
// repeated.

#ifndef CICU_H
#define CICU_H

#include <stdbool.h>
#include <stdint.h>

// Values of UErrorCode that the Swift side tells apart; status.c checks them against ICU's.
#define CICU_ILLEGAL_ARGUMENT 1
#define CICU_MISSING_RESOURCE 2
#define CICU_FILE_ACCESS 4
#define CICU_OUT_OF_MEMORY 7
#define CICU_OUT_OF_BOUNDS 8
#define CICU_INVALID_ID 65569

// Library

/// The name ICU has for a status, such as U_FILE_ACCESS_ERROR.
const char *_Nonnull cicu_status_name(int32_t status);

/// Writes the version of the ICU library at run time, such as 72.1, NUL-terminated.
void cicu_library_version(char *_Nonnull buffer, int32_t capacity, int32_t *_Nonnull status);

// Collation

typedef struct cicu_collator cicu_collator;

#define CICU_STRENGTH_OF_LOCALE (-1)
#define CICU_STRENGTH_PRIMARY 0
#define CICU_STRENGTH_SECONDARY 1
#define CICU_STRENGTH_TERTIARY 2
#define CICU_STRENGTH_QUATERNARY 3
#define CICU_STRENGTH_IDENTICAL 15

/// Opens a collator. `locale` is a BCP 47 tag or an ICU locale ID; what is neither, or names a
/// collation type that no locale has, is CICU_ILLEGAL_ARGUMENT.
cicu_collator *_Nullable cicu_collator_open(
    const char *_Nonnull locale, int32_t strength, bool shifted, bool numeric,
    int32_t *_Nonnull status);
void cicu_collator_close(cicu_collator *_Nonnull collator);

/// Below 0, 0 or above 0 as `left` sorts before, with or after `right`. Any number of threads.
int32_t cicu_collator_compare(
    const cicu_collator *_Nonnull collator, const uint8_t *_Nullable left, int64_t left_count,
    const uint8_t *_Nullable right, int64_t right_count, int32_t *_Nonnull status);

/// Writes the sort key without its last NUL. `capacity` must have one byte more than the key, so
/// the result is there only when the returned count is below `capacity`. Any number of threads.
int64_t cicu_collator_sort_key(
    const cicu_collator *_Nonnull collator, const uint8_t *_Nullable text, int64_t count,
    uint8_t *_Nonnull buffer, int64_t capacity, int32_t *_Nonnull status);

/// Writes the BCP 47 tag of ICU's locale that the collator is for, or `root`; NUL-terminated.
void cicu_collator_resolved_locale(
    const cicu_collator *_Nonnull collator, char *_Nonnull buffer, int32_t capacity,
    int32_t *_Nonnull status);

/// Writes the version of the code and tables that make the sort keys; NUL-terminated.
void cicu_collator_version(
    const cicu_collator *_Nonnull collator, char *_Nonnull buffer, int32_t capacity,
    int32_t *_Nonnull status);

// Section index

/// The sections of a list of names; never changes. Any number of threads.
typedef struct cicu_index cicu_index;

#define CICU_SECTION_LETTER 0
#define CICU_SECTION_UNDERFLOW 1
#define CICU_SECTION_INFLOW 2
#define CICU_SECTION_OVERFLOW 3

/// Opens the sections of a locale, which is named as in cicu_collator_open; with the letters of
/// English besides where it has no Latin ones.
cicu_index *_Nullable cicu_index_open(const char *_Nonnull locale, int32_t *_Nonnull status);
void cicu_index_close(cicu_index *_Nonnull index);

int32_t cicu_index_count(const cicu_index *_Nonnull index);

/// What a section, counted from 0, holds: a CICU_SECTION value.
int32_t cicu_index_kind(const cicu_index *_Nonnull index, int32_t section);

/// Writes the label of a section.
int64_t cicu_index_label(
    const cicu_index *_Nonnull index, int32_t section, uint8_t *_Nonnull buffer, int64_t capacity,
    int32_t *_Nonnull status);

/// The section in which a name stands.
int32_t cicu_index_section(
    const cicu_index *_Nonnull index, const uint8_t *_Nullable name, int64_t count,
    int32_t *_Nonnull status);

// Normalization and case folding

#define CICU_NFC 0
#define CICU_NFD 1
#define CICU_NFKC 2
#define CICU_NFKD 3
#define CICU_NFKC_CASEFOLD 4

int64_t cicu_normalize(
    int32_t form, const uint8_t *_Nullable text, int64_t count, uint8_t *_Nonnull buffer,
    int64_t capacity, int32_t *_Nonnull status);

/// Full case folding, no Turkic rules.
int64_t cicu_fold_case(
    const uint8_t *_Nullable text, int64_t count, uint8_t *_Nonnull buffer, int64_t capacity,
    int32_t *_Nonnull status);

/// NFD, less every nonspacing mark (general category Mn), in NFC.
int64_t cicu_strip_marks(
    const uint8_t *_Nullable text, int64_t count, uint8_t *_Nonnull buffer, int64_t capacity,
    int32_t *_Nonnull status);

// Transliteration

typedef struct cicu_transliterator cicu_transliterator;

cicu_transliterator *_Nullable cicu_transliterator_open(
    const uint8_t *_Nullable identifier, int64_t count, bool reverse, int32_t *_Nonnull status);
void cicu_transliterator_close(cicu_transliterator *_Nonnull transliterator);

/// Long text is done in pieces that end at white space. Any number of threads.
int64_t cicu_transliterate(
    const cicu_transliterator *_Nonnull transliterator, const uint8_t *_Nullable text,
    int64_t count, uint8_t *_Nonnull buffer, int64_t capacity, int32_t *_Nonnull status);

// Dates

typedef struct cicu_date_format cicu_date_format;

/// Opens a format of dates of the Gregorian calendar for a locale, which is named as for a
/// collator. `skeleton` has the letters of the parts to be shown, such as yMMMMd (UTS #35 Part 4,
/// Date Skeletons).
cicu_date_format *_Nullable cicu_date_format_open(
    const char *_Nonnull locale, const char *_Nonnull skeleton, int32_t *_Nonnull status);
void cicu_date_format_close(cicu_date_format *_Nonnull format);

/// Writes a date; month and day count from 1. One thread at a time.
int64_t cicu_date_format_write(
    cicu_date_format *_Nonnull format, int32_t year, int32_t month, int32_t day,
    uint8_t *_Nonnull buffer, int64_t capacity, int32_t *_Nonnull status);

// Charsets

typedef struct cicu_charset cicu_charset;

/// Bytes. What one call of cicu_charset_decode or cicu_charset_encode writes at most.
#define CICU_CHARSET_STEP 16384

/// Opens a converter by any of ICU's aliases; an unknown name is CICU_FILE_ACCESS. With
/// `euro_at_80` a byte 0x80 that the charset leaves undefined decodes as U+20AC.
cicu_charset *_Nullable cicu_charset_open(
    const char *_Nonnull name, bool euro_at_80, int32_t *_Nonnull status);
void cicu_charset_close(cicu_charset *_Nonnull charset);

/// Whether each character is one octet, whatever stands before it.
bool cicu_charset_is_of_one_octet(const cicu_charset *_Nonnull charset);

/// ICU's own name of a charset, or null for an unknown one; lives as long as the process.
const char *_Nullable cicu_charset_canonical_name(
    const char *_Nonnull alias, int32_t *_Nonnull status);

/// The name by which a charset is to be written in a document (MIME's, else IANA's), or null.
const char *_Nullable cicu_charset_mime_name(
    const char *_Nonnull alias, int32_t *_Nonnull status);

/// Forgets what an unfinished conversion left.
void cicu_charset_reset(cicu_charset *_Nonnull charset);

/// Converts some of `bytes`, from `*consumed` on, to UTF-8 and returns how many bytes it wrote.
/// `*consumed` grows by what was read, `*substitutions` by the malformed or unassigned sequences,
/// each of which is a U+FFFD in the result. To be repeated until `*finished` is set.
int32_t cicu_charset_decode(
    cicu_charset *_Nonnull charset, const uint8_t *_Nullable bytes, int64_t count,
    int64_t *_Nonnull consumed, uint8_t *_Nonnull buffer, int64_t *_Nonnull substitutions,
    bool *_Nonnull finished, int32_t *_Nonnull status);

/// The other way; what the charset lacks becomes `?` and is counted.
int32_t cicu_charset_encode(
    cicu_charset *_Nonnull charset, const uint8_t *_Nullable text, int64_t count,
    int64_t *_Nonnull consumed, uint8_t *_Nonnull buffer, int64_t *_Nonnull substitutions,
    bool *_Nonnull finished, int32_t *_Nonnull status);

// Characters

// ICU's numbers of some scripts; characters.c checks them.
#define CICU_SCRIPT_COMMON 0
#define CICU_SCRIPT_INHERITED 1
#define CICU_SCRIPT_ARABIC 2
#define CICU_SCRIPT_ARMENIAN 3
#define CICU_SCRIPT_BENGALI 4
#define CICU_SCRIPT_BOPOMOFO 5
#define CICU_SCRIPT_CYRILLIC 8
#define CICU_SCRIPT_DEVANAGARI 10
#define CICU_SCRIPT_GEORGIAN 12
#define CICU_SCRIPT_GREEK 14
#define CICU_SCRIPT_HAN 17
#define CICU_SCRIPT_HANGUL 18
#define CICU_SCRIPT_HEBREW 19
#define CICU_SCRIPT_HIRAGANA 20
#define CICU_SCRIPT_KATAKANA 22
#define CICU_SCRIPT_LATIN 25
#define CICU_SCRIPT_THAI 38
#define CICU_SCRIPT_UNKNOWN 103

/// The Script property of a code point; CICU_SCRIPT_UNKNOWN beyond U+10FFFF.
int32_t cicu_script(uint32_t scalar, int32_t *_Nonnull status);

/// The ISO 15924 code of a script, such as Latn, or null; lives as long as the process.
const char *_Nullable cicu_script_code(int32_t script, int32_t *_Nonnull status);

/// Columns that a code point takes in a terminal: 0, 1 or 2.
int32_t cicu_scalar_width(uint32_t scalar);

/// Columns that text takes in a terminal; emoji sequences and flags count once.
int64_t cicu_text_width(const uint8_t *_Nullable text, int64_t count);

#endif
