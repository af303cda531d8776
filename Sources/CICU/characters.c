#include "cicu.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

_Static_assert(CICU_SCRIPT_COMMON == USCRIPT_COMMON, "UScriptCode");
_Static_assert(CICU_SCRIPT_INHERITED == USCRIPT_INHERITED, "UScriptCode");
_Static_assert(CICU_SCRIPT_ARABIC == USCRIPT_ARABIC, "UScriptCode");
_Static_assert(CICU_SCRIPT_ARMENIAN == USCRIPT_ARMENIAN, "UScriptCode");
_Static_assert(CICU_SCRIPT_BENGALI == USCRIPT_BENGALI, "UScriptCode");
_Static_assert(CICU_SCRIPT_BOPOMOFO == USCRIPT_BOPOMOFO, "UScriptCode");
_Static_assert(CICU_SCRIPT_CYRILLIC == USCRIPT_CYRILLIC, "UScriptCode");
_Static_assert(CICU_SCRIPT_DEVANAGARI == USCRIPT_DEVANAGARI, "UScriptCode");
_Static_assert(CICU_SCRIPT_GEORGIAN == USCRIPT_GEORGIAN, "UScriptCode");
_Static_assert(CICU_SCRIPT_GREEK == USCRIPT_GREEK, "UScriptCode");
_Static_assert(CICU_SCRIPT_HAN == USCRIPT_HAN, "UScriptCode");
_Static_assert(CICU_SCRIPT_HANGUL == USCRIPT_HANGUL, "UScriptCode");
_Static_assert(CICU_SCRIPT_HEBREW == USCRIPT_HEBREW, "UScriptCode");
_Static_assert(CICU_SCRIPT_HIRAGANA == USCRIPT_HIRAGANA, "UScriptCode");
_Static_assert(CICU_SCRIPT_KATAKANA == USCRIPT_KATAKANA, "UScriptCode");
_Static_assert(CICU_SCRIPT_LATIN == USCRIPT_LATIN, "UScriptCode");
_Static_assert(CICU_SCRIPT_THAI == USCRIPT_THAI, "UScriptCode");
_Static_assert(CICU_SCRIPT_UNKNOWN == USCRIPT_UNKNOWN, "UScriptCode");

int32_t cicu_script(uint32_t scalar, int32_t *status) {
  if (scalar > 0x10FFFF) {
    *status = U_ZERO_ERROR;
    return CICU_SCRIPT_UNKNOWN;
  }
  UErrorCode error = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript((UChar32)scalar, &error);
  *status = error;
  return (int32_t)script;
}

const char *cicu_script_code(int32_t script, int32_t *status) {
  *status = U_ZERO_ERROR;
  return uscript_getShortName((UScriptCode)script);
}

int32_t cicu_scalar_width(uint32_t scalar) {
  if (scalar >= 0x20 && scalar < 0x7F) {
    return 1;
  }
  if (scalar > 0x10FFFF) {
    return 0;
  }
  UChar32 character = (UChar32)scalar;
  // Terminals show a soft hyphen as a hyphen.
  if (character == 0xAD) {
    return 1;
  }
  // Vowels and final consonants of a Hangul syllable spelt in jamo go into the block of the first.
  int32_t syllable = u_getIntPropertyValue(character, UCHAR_HANGUL_SYLLABLE_TYPE);
  if (syllable == U_HST_VOWEL_JAMO || syllable == U_HST_TRAILING_JAMO) {
    return 0;
  }
  switch (u_charType(character)) {
    case U_CONTROL_CHAR:
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_FORMAT_CHAR:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
    case U_SURROGATE: return 0;
    default: break;
  }
  switch (u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH)) {
    case U_EA_WIDE:
    case U_EA_FULLWIDTH: return 2;
    default: return 1;
  }
}

#define ZERO_WIDTH_JOINER 0x200D
#define EMOJI_PRESENTATION_SELECTOR 0xFE0F

// What cicu_scalar_width says of letters of Europe, kana, Han and Hangul; 0 for others.
static int32_t letter_width(UChar32 scalar) {
  if (scalar < 0x3041) {
    return (scalar >= 0xC0 && scalar < 0x250) || (scalar >= 0x400 && scalar < 0x482) ? 1 : 0;
  }
  bool is_wide = scalar <= 0x3096 || (scalar >= 0x30A1 && scalar <= 0x30FA)
                 || (scalar >= 0x4E00 && scalar <= 0x9FFF)
                 || (scalar >= 0xAC00 && scalar <= 0xD7A3);
  return is_wide ? 2 : 0;
}

int64_t cicu_text_width(const uint8_t *text, int64_t count) {
  int64_t width = 0;
  int64_t at = 0;
  // What the scalar before was, as far as it changes how the next one counts.
  UChar32 base = 0;
  bool joined = false;
  while (at < count) {
    if (text[at] < 0x80) {
      base = text[at];
      width += base >= 0x20 && base < 0x7F ? 1 : 0;
      joined = false;
      at += 1;
      continue;
    }
    UChar32 scalar;
    U8_NEXT_OR_FFFD(text, at, count, scalar);
    // Letters that are no emoji and join with none: of most names, and sooner told than looked up.
    int32_t letter = letter_width(scalar);
    if (letter > 0) {
      base = scalar;
      width += letter;
      joined = false;
      continue;
    }
    if (scalar == ZERO_WIDTH_JOINER) {
      // UAX #29 GB11: what follows a joiner is part of the emoji before it.
      joined = u_hasBinaryProperty(base, UCHAR_EXTENDED_PICTOGRAPHIC);
      continue;
    }
    if (scalar == EMOJI_PRESENTATION_SELECTOR) {
      // UTS #51: asks for the emoji, which is as wide as the others, where text was the default.
      if (u_hasBinaryProperty(base, UCHAR_EMOJI) && cicu_scalar_width((uint32_t)base) == 1) {
        width += 1;
      }
      continue;
    }
    bool attaches = u_hasBinaryProperty(scalar, UCHAR_EMOJI_MODIFIER)
                    && u_hasBinaryProperty(base, UCHAR_EMOJI_MODIFIER_BASE);
    if (joined && u_hasBinaryProperty(scalar, UCHAR_EXTENDED_PICTOGRAPHIC)) {
      attaches = true;
    }
    joined = false;
    if (attaches) {
      continue;
    }
    if (u_hasBinaryProperty(scalar, UCHAR_REGIONAL_INDICATOR)) {
      // Two regional indicators are one flag of two columns, a lone one is a letter in a box.
      width += 1;
      base = 0;
      continue;
    }
    int32_t columns = cicu_scalar_width((uint32_t)scalar);
    if (columns > 0) {
      base = scalar;
    }
    width += columns;
  }
  return width;
}
