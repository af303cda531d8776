// ICU has its section index in C++ only.

extern "C" {
#include "cicu.h"
#include "locale_name.h"
#include "utf16.h"
}

#include <memory>
#include <unicode/alphaindex.h>
#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uscript.h>

static_assert(CICU_SECTION_LETTER == U_ALPHAINDEX_NORMAL, "UAlphabeticIndexLabelType");
static_assert(CICU_SECTION_UNDERFLOW == U_ALPHAINDEX_UNDERFLOW, "UAlphabeticIndexLabelType");
static_assert(CICU_SECTION_INFLOW == U_ALPHAINDEX_INFLOW, "UAlphabeticIndexLabelType");
static_assert(CICU_SECTION_OVERFLOW == U_ALPHAINDEX_OVERFLOW, "UAlphabeticIndexLabelType");

using icu::AlphabeticIndex;
using Sections = AlphabeticIndex::ImmutableIndex;

// A cicu_index is an ImmutableIndex under a name that needs no ICU header.
static const Sections *unwrap(const cicu_index *index) {
  return reinterpret_cast<const Sections *>(index);
}

/// Whether some label is a Latin letter.
static bool has_latin(const Sections &sections) {
  for (int32_t at = 0; at < sections.getBucketCount(); at += 1) {
    const AlphabeticIndex::Bucket *bucket = sections.getBucket(at);
    if (bucket->getLabelType() != U_ALPHAINDEX_NORMAL) {
      continue;
    }
    UErrorCode error = U_ZERO_ERROR;
    if (uscript_getScript(bucket->getLabel().char32At(0), &error) == USCRIPT_LATIN) {
      return true;
    }
  }
  return false;
}

cicu_index *cicu_index_open(const char *name, int32_t *status) {
  char id[LOCALE_CAPACITY];
  locale_of_name(name, id, status);
  UErrorCode error = static_cast<UErrorCode>(*status);
  if (U_FAILURE(error)) {
    return nullptr;
  }
  const icu::Locale locale(id);
  AlphabeticIndex index(locale, error);
  std::unique_ptr<Sections> sections(index.buildImmutableIndex(error));
  if (U_SUCCESS(error) && !has_latin(*sections)) {
    index.addLabels(icu::Locale::getEnglish(), error);
    sections.reset(index.buildImmutableIndex(error));
  }
  *status = error;
  return U_SUCCESS(error) ? reinterpret_cast<cicu_index *>(sections.release()) : nullptr;
}

void cicu_index_close(cicu_index *index) { delete reinterpret_cast<Sections *>(index); }

int32_t cicu_index_count(const cicu_index *index) { return unwrap(index)->getBucketCount(); }

int32_t cicu_index_kind(const cicu_index *index, int32_t section) {
  const AlphabeticIndex::Bucket *bucket = unwrap(index)->getBucket(section);
  return bucket == nullptr ? CICU_SECTION_OVERFLOW : bucket->getLabelType();
}

int64_t cicu_index_label(
    const cicu_index *index, int32_t section, uint8_t *buffer, int64_t capacity, int32_t *status) {
  const AlphabeticIndex::Bucket *bucket = unwrap(index)->getBucket(section);
  *status = bucket == nullptr ? U_INDEX_OUTOFBOUNDS_ERROR : U_ZERO_ERROR;
  if (bucket == nullptr) {
    return 0;
  }
  const icu::UnicodeString &label = bucket->getLabel();
  return utf16_encode(
      reinterpret_cast<const uint16_t *>(label.getBuffer()), label.length(), buffer, capacity,
      nullptr);
}

int32_t cicu_index_section(
    const cicu_index *index, const uint8_t *name, int64_t count, int32_t *status) {
  struct utf16 text;
  utf16_open(&text, name, count, status);
  int32_t section = 0;
  UErrorCode error = static_cast<UErrorCode>(*status);
  if (U_SUCCESS(error)) {
    // Only looks at the units.
    const icu::UnicodeString name_alias(
        false, reinterpret_cast<const UChar *>(text.units), text.count);
    // The index has a collator of its own, without normalization.
    const icu::Normalizer2 *fcd =
        icu::Normalizer2::getInstance(nullptr, "nfc", UNORM2_FCD, error);
    if (U_SUCCESS(error) && fcd->isNormalized(name_alias, error)) {
      section = unwrap(index)->getBucketIndex(name_alias, error);
    } else if (U_SUCCESS(error)) {
      section = unwrap(index)->getBucketIndex(fcd->normalize(name_alias, error), error);
    }
  }
  *status = error;
  utf16_close(&text);
  return section;
}
