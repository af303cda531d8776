#include "cqr.h"

#include <errno.h>
#include <qrencode.h>
#include <stddef.h>

/// The number of UTF-8 among the interpretations of ISO/IEC 18004.
static const unsigned int utf8_eci = 26;

int32_t cqr_encode(
    const uint8_t *octets, int32_t count, bool says_utf8, bool is_medium,
    uint8_t modules[CQR_LONGEST_SIDE * CQR_LONGEST_SIDE]) {
  QRinput *input = QRinput_new2(0, is_medium ? QR_ECLEVEL_M : QR_ECLEVEL_L);
  if (input == NULL) {
    return CQR_OUT_OF_MEMORY;
  }
  QRcode *code = NULL;
  int failure = ERANGE;
  if ((!says_utf8 || QRinput_appendECIheader(input, utf8_eci) == 0) &&
      QRinput_append(input, QR_MODE_8, count, octets) == 0) {
    errno = 0;
    code = QRcode_encodeInput(input);
    failure = errno;
  }
  QRinput_free(input);
  if (code == NULL) {
    return failure == ENOMEM ? CQR_OUT_OF_MEMORY : CQR_TOO_LARGE;
  }
  int32_t side = code->width <= CQR_LONGEST_SIDE ? code->width : CQR_TOO_LARGE;
  for (int32_t index = 0; index < side * side; index++) {
    modules[index] = code->data[index] & 1;
  }
  QRcode_free(code);
  return side;
}
