#include "cicu.h"

#include <stdlib.h>
#include <unicode/ucsdet.h>

/// Bytes. ICU's detector looks at the first 8,000.
#define LARGEST_SAMPLE (1 << 16)

struct cicu_detector {
  UCharsetDetector *detector;
  const UCharsetMatch **matches;
  int32_t count;
};

cicu_detector *cicu_detector_open(int32_t *status) {
  UErrorCode error = U_ZERO_ERROR;
  cicu_detector *result = malloc(sizeof(cicu_detector));
  if (result == NULL) {
    *status = U_MEMORY_ALLOCATION_ERROR;
    return NULL;
  }
  result->detector = ucsdet_open(&error);
  result->matches = NULL;
  result->count = 0;
  *status = error;
  if (U_FAILURE(error)) {
    free(result);
    return NULL;
  }
  return result;
}

void cicu_detector_close(cicu_detector *detector) {
  ucsdet_close(detector->detector);
  free(detector);
}

int32_t cicu_detector_detect(
    cicu_detector *detector, const uint8_t *bytes, int64_t count, int32_t *status) {
  UErrorCode error = U_ZERO_ERROR;
  detector->count = 0;
  ucsdet_setText(
      detector->detector, count == 0 ? "" : (const char *)bytes,
      count > LARGEST_SAMPLE ? LARGEST_SAMPLE : (int32_t)count, &error);
  int32_t found = 0;
  detector->matches = ucsdet_detectAll(detector->detector, &found, &error);
  *status = error;
  if (U_SUCCESS(error) && detector->matches != NULL) {
    detector->count = found;
  }
  return detector->count;
}

const char *cicu_detector_match(
    const cicu_detector *detector, int32_t index, int32_t *confidence, const char **language,
    int32_t *status) {
  if (index < 0 || index >= detector->count) {
    *status = U_INDEX_OUTOFBOUNDS_ERROR;
    return NULL;
  }
  UErrorCode error = U_ZERO_ERROR;
  const UCharsetMatch *match = detector->matches[index];
  *confidence = ucsdet_getConfidence(match, &error);
  const char *code = ucsdet_getLanguage(match, &error);
  *language = code == NULL ? "" : code;
  const char *name = ucsdet_getName(match, &error);
  *status = error;
  return U_SUCCESS(error) ? name : NULL;
}
