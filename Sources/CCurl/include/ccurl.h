// What Swift sees of libcurl: C scalars, an opaque handle, and octets that came.
//
// curl's own header stays inside the .c file, and the library is opened when the first session is made:
// who sends no request does not load it, nor what it needs in turn.

#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stdint.h>

/// A client of HTTP that does one request at a time, and keeps its connections.
typedef struct ccurl_session ccurl_session;

/// How far a request is, or why it failed.
enum {
  /// It is over, and the answer came whole.
  CCURL_DONE = 0,
  /// Octets of the body have come, and it goes on.
  CCURL_PIECE = 1,
  /// The name of the server, or of the proxy, is not known.
  CCURL_NAME = 2,
  /// Nobody answers there.
  CCURL_CONNECT = 3,
  /// It took too long to connect, or nothing moved for too long.
  CCURL_TIME = 4,
  /// The certificate is not trusted, is that of another, or has another key than the pinned one; or the
  /// two sides agree on no cipher.
  CCURL_TRUST = 5,
  /// The connection broke off.
  CCURL_BROKEN = 6,
  /// The answer is larger than it may be.
  CCURL_LARGE = 7,
  /// No such request can be sent.
  CCURL_REQUEST = 8,
  CCURL_MEMORY = 9,
};

/// How a request says whose it is.
enum {
  CCURL_NOBODY = 0,
  CCURL_BASIC = 1,
  CCURL_DIGEST = 2,
  CCURL_BEARER = 3,
};

/// A text of the next request.
enum {
  CCURL_URL = 0,
  CCURL_METHOD = 1,
  CCURL_USER = 2,
  /// A password, or a token for CCURL_BEARER.
  CCURL_SECRET = 3,
  /// A file with the certificates that are trusted instead of those of the system.
  CCURL_AUTHORITIES = 4,
  /// `sha256//` and the digest of a public key in base64; several with `;` between them.
  CCURL_PIN = 5,
};

/// A number of the next request.
enum {
  CCURL_SCHEME = 0,
  /// Milliseconds.
  CCURL_CONNECT_TIME = 1,
  CCURL_SILENCE = 2,
  CCURL_WHOLE_TIME = 3,
  /// Octets of the body of the answer, once decoded.
  CCURL_MOST_OCTETS = 4,
  /// Whether no proxy of the environment is asked.
  CCURL_DIRECT = 5,
  /// Whether the answer may come compressed.
  CCURL_COMPRESSED = 6,
};

/// A session; null, with a reason that need not be freed, where libcurl cannot be opened.
ccurl_session *_Nullable ccurl_create(const char *_Nullable *_Nonnull reason);
void ccurl_free(ccurl_session *_Nonnull session);

/// Texts and numbers are those of all further requests; headers and a body of the next one only. A text
/// is copied, and none where it is null.
void ccurl_set_text(ccurl_session *_Nonnull session, int32_t text, const char *_Nullable value);
void ccurl_set_number(ccurl_session *_Nonnull session, int32_t number, int64_t value);
/// Adds a line `Name: value` to the next request.
void ccurl_add_header(ccurl_session *_Nonnull session, const char *_Nonnull line);
/// Copies the body of the next request.
void ccurl_set_body(ccurl_session *_Nonnull session, const uint8_t *_Nullable octets, int64_t count);

/// Begins the request, where none is under way: CCURL_PIECE, or why it cannot be sent.
///
/// Certificates are always checked, no redirect is followed, and no file of the user's is read.
int32_t ccurl_begin(ccurl_session *_Nonnull session);

/// Waits until further octets of the body have come, or the request is over.
int32_t ccurl_step(ccurl_session *_Nonnull session);

/// Ends the request that is under way, and forgets headers and body.
void ccurl_cancel(ccurl_session *_Nonnull session);

/// The octets that the last step brought, up to the next one.
const uint8_t *_Nullable ccurl_octets(
    const ccurl_session *_Nonnull session, int64_t *_Nonnull count);

/// The head of the answer, line by line as it came, once octets of the body came or it is over.
const uint8_t *_Nullable ccurl_head(const ccurl_session *_Nonnull session, int64_t *_Nonnull count);

/// The status of the answer; 0 where none came.
int32_t ccurl_status(const ccurl_session *_Nonnull session);

/// How often the server was asked for this answer: twice or more where it wanted Digest.
int32_t ccurl_rounds(const ccurl_session *_Nonnull session);

/// Why the request failed, in curl's words; empty where it has none.
const char *_Nonnull ccurl_reason(const ccurl_session *_Nonnull session);

#endif
