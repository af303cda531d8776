#include "cicu.h"

#include <unicode/utypes.h>
#include <unicode/uversion.h>

_Static_assert(CICU_ILLEGAL_ARGUMENT == U_ILLEGAL_ARGUMENT_ERROR, "UErrorCode");
_Static_assert(CICU_MISSING_RESOURCE == U_MISSING_RESOURCE_ERROR, "UErrorCode");
_Static_assert(CICU_FILE_ACCESS == U_FILE_ACCESS_ERROR, "UErrorCode");
_Static_assert(CICU_OUT_OF_MEMORY == U_MEMORY_ALLOCATION_ERROR, "UErrorCode");
_Static_assert(CICU_OUT_OF_BOUNDS == U_INDEX_OUTOFBOUNDS_ERROR, "UErrorCode");
_Static_assert(CICU_INVALID_ID == U_INVALID_ID, "UErrorCode");

const char *cicu_status_name(int32_t status) { return u_errorName((UErrorCode)status); }

void cicu_library_version(char *buffer, int32_t capacity, int32_t *status) {
  if (capacity < U_MAX_VERSION_STRING_LENGTH) {
    *status = U_BUFFER_OVERFLOW_ERROR;
    return;
  }
  UVersionInfo version;
  u_getVersion(version);
  u_versionToString(version, buffer);
  *status = U_ZERO_ERROR;
}
