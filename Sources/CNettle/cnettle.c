#include "cnettle.h"

#include <nettle/sha2.h>

typedef struct sha256_ctx context;

_Static_assert(sizeof(context) <= sizeof(cnettle_sha256), "nettle's state has room");
_Static_assert(_Alignof(context) <= _Alignof(cnettle_sha256), "nettle's state is aligned");

void cnettle_sha256_init(cnettle_sha256 *hash) { sha256_init((context *)hash); }

void cnettle_sha256_update(cnettle_sha256 *hash, const uint8_t *octets, int64_t count) {
  // Of nothing the address may be null, which nettle would hand on to memcpy.
  if (count > 0) {
    sha256_update((context *)hash, (size_t)count, octets);
  }
}

void cnettle_sha256_digest(cnettle_sha256 *hash, void *digest) {
  sha256_digest((context *)hash, SHA256_DIGEST_SIZE, digest);
}
