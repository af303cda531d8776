// What Swift sees of the system's resolver: a question goes out, and a message of DNS comes back.

#ifndef CDNS_H
#define CDNS_H

#include <stdint.h>

/// Asks for the records of a name (RFC 1035 §4.1).
///
/// - Parameters:
///   - name: A whole name: nothing is added to it.
///   - type: 33 for SRV, 16 for TXT.
///   - server: Who is asked instead of the system's resolvers: an address of IPv4; null for them.
///   - port: Where that one listens.
///   - message: Room for the answer.
///   - room: Octets of it.
/// - Returns: How many octets came; 0 where there is no such name or record; negative where nobody
///   answered.
int32_t cdns_query(
    const char *_Nonnull name, int32_t type, const char *_Nullable server, uint16_t port,
    uint8_t *_Nonnull message, int32_t room);

#endif
