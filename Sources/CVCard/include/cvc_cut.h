// Where a stream of cards may be cut so that several threads read it.
#ifndef CVC_CUT_H
#define CVC_CUT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Where the last line `BEGIN:VCARD` of `p[0..<n]` starts that follows a line `END:VCARD`, with
/// nothing but blank lines between them; 0 when none starts at `from` or later. Letters may be of
/// either case.
///
/// It is a guess at the start of a card: such lines may also stand inside another card, or in a
/// quoted-printable value.
size_t cvc_last_card_start(const uint8_t *p, size_t n, size_t from);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
