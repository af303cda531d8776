// What Swift sees of libqrencode: C scalars and octets.
//
// The library's own header stays inside the .c file.

#ifndef CQR_H
#define CQR_H

#include <stdbool.h>
#include <stdint.h>

/// Modules of a side of the largest code, version 40.
#define CQR_LONGEST_SIDE 177

/// The octets are more than a code holds.
#define CQR_TOO_LARGE 0
#define CQR_OUT_OF_MEMORY -1

/// Makes a code of octets, in the smallest version that holds them.
///
/// - Parameters:
///   - octets: What it says.
///   - count: Their number.
///   - says_utf8: Whether it tells readers that the octets are UTF-8 (ECI 26).
///   - is_medium: Whether level M of error correction is taken, and not L.
///   - modules: Room for the modules, row by row: 1 is dark, 0 light.
///
/// - Returns: The modules of a side, or what hindered.
int32_t cqr_encode(
    const uint8_t *_Nonnull octets, int32_t count, bool says_utf8, bool is_medium,
    uint8_t modules[_Nonnull CQR_LONGEST_SIDE * CQR_LONGEST_SIDE]);

#endif
