// What Swift sees of GNU nettle: C scalars and a state without pointers, which is copied as it is.
//
// nettle's own header stays inside the .c file.

#ifndef CNETTLE_H
#define CNETTLE_H

#include <stdint.h>

/// The state of a SHA-256 (FIPS 180-4), with room for that of nettle.
typedef struct {
  uint64_t words[16];
} cnettle_sha256;

void cnettle_sha256_init(cnettle_sha256 *_Nonnull hash);
void cnettle_sha256_update(
    cnettle_sha256 *_Nonnull hash, const uint8_t *_Nullable octets, int64_t count);
/// Writes the 32 octets of the digest, after which the state is that of no octets.
void cnettle_sha256_digest(cnettle_sha256 *_Nonnull hash, void *_Nonnull digest);

#endif
