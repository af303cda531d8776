#include "ccurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __APPLE__
static const char library[] = "libcurl.4.dylib";
#else
static const char library[] = "libcurl.so.4";
#endif

/// The functions of the library that are used here, once it is open.
static struct {
  CURLcode (*global_init)(long);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  const char *(*easy_strerror)(CURLcode);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned, int, int *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
} curl;

static const struct {
  const char *name;
  size_t place;
} functions[] = {
#define FUNCTION(name) {"curl_" #name, offsetof(__typeof__(curl), name)}
    FUNCTION(global_init),      FUNCTION(easy_init),        FUNCTION(easy_cleanup),
    FUNCTION(easy_setopt),      FUNCTION(easy_getinfo),     FUNCTION(easy_strerror),
    FUNCTION(multi_init),       FUNCTION(multi_cleanup),    FUNCTION(multi_add_handle),
    FUNCTION(multi_remove_handle), FUNCTION(multi_perform), FUNCTION(multi_poll),
    FUNCTION(multi_info_read),  FUNCTION(slist_append),     FUNCTION(slist_free_all),
};

/// Why the library is not open; null where it is.
static const char *missing;

static void open_library(void) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    missing = "libcurl is not installed (Debian: libcurl4)";
    return;
  }
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    void *function = dlsym(handle, functions[index].name);
    if (function == NULL) {
      missing = "libcurl is older than 7.66";
      return;
    }
    memcpy((char *)&curl + functions[index].place, &function, sizeof function);
  }
  if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    missing = "libcurl cannot be initialised";
  }
}

/// Octets of the head of an answer.
static const size_t longest_head = 1 << 18;

struct ccurl_session {
  CURL *easy;
  CURLM *multi;
  char *texts[CCURL_PIN + 1];
  int64_t numbers[CCURL_COMPRESSED + 1];
  struct curl_slist *headers;
  uint8_t *sent;
  int64_t sent_count;
  bool has_body, is_under_way, is_large, is_in_body;

  uint8_t *head;
  size_t head_count, head_room;
  uint8_t *octets;
  size_t count, room;
  int64_t taken;
  int32_t status, rounds;
  /// Octets that moved either way so far, and milliseconds when they last did.
  int64_t moved, moved_at;
  char reason[CURL_ERROR_SIZE];
};

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Appends octets; false where there is no memory.
static bool append(uint8_t **to, size_t *count, size_t *room, const void *from, size_t more) {
  if (*room - *count < more) {
    size_t larger = 2 * *room + more;
    uint8_t *octets = realloc(*to, larger);
    if (octets == NULL) {
      return false;
    }
    *to = octets;
    *room = larger;
  }
  memcpy(*to + *count, from, more);
  *count += more;
  return true;
}

static size_t on_head(char *line, size_t size, size_t count, void *data) {
  ccurl_session *session = data;
  count *= size;
  if (count >= 5 && memcmp(line, "HTTP/", 5) == 0) {
    session->head_count = 0;
    session->is_in_body = false;
    const char *blank = memchr(line, ' ', count);
    // Three digits of an answer that is the last one: 1xx only announces one.
    if (blank != NULL && line + count - blank > 3 && blank[1] != '1') {
      session->rounds++;
    }
  } else if (session->is_in_body) {
    // A trailer, which nobody asks for.
    return count;
  }
  session->is_large = session->is_large || session->head_count + count > longest_head;
  bool is_kept = !session->is_large &&
                 append(&session->head, &session->head_count, &session->head_room, line, count);
  return is_kept ? count : 0;
}

static size_t on_body(char *octets, size_t size, size_t count, void *data) {
  ccurl_session *session = data;
  count *= size;
  session->is_in_body = true;
  session->taken += (int64_t)count;
  if (session->taken > session->numbers[CCURL_MOST_OCTETS]) {
    session->is_large = true;
    return 0;
  }
  return append(&session->octets, &session->count, &session->room, octets, count) ? count : 0;
}

static int on_progress(
    void *data, curl_off_t expected, curl_off_t came, curl_off_t wanted, curl_off_t went) {
  (void)expected, (void)wanted;
  ccurl_session *session = data;
  int64_t moved = (int64_t)came + (int64_t)went + (int64_t)session->head_count;
  if (moved != session->moved) {
    session->moved = moved;
    session->moved_at = now();
  }
  return 0;
}

ccurl_session *ccurl_create(const char **reason) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  if (missing != NULL) {
    *reason = missing;
    return NULL;
  }
  ccurl_session *session = calloc(1, sizeof *session);
  if (session != NULL) {
    session->easy = curl.easy_init();
    session->multi = curl.multi_init();
    if (session->easy != NULL && session->multi != NULL) {
      return session;
    }
    ccurl_free(session);
  }
  *reason = "there is not enough memory";
  return NULL;
}

void ccurl_free(ccurl_session *session) {
  ccurl_cancel(session);
  if (session->easy != NULL) {
    curl.easy_cleanup(session->easy);
  }
  if (session->multi != NULL) {
    curl.multi_cleanup(session->multi);
  }
  for (size_t index = 0; index < sizeof session->texts / sizeof *session->texts; index++) {
    ccurl_set_text(session, (int32_t)index, NULL);
  }
  free(session->head);
  free(session->octets);
  free(session);
}

void ccurl_set_text(ccurl_session *session, int32_t text, const char *value) {
  char *old = session->texts[text];
  // A secret does not stay in memory that others get.
  for (volatile char *octet = old; octet != NULL && *octet != 0; octet++) {
    *octet = 0;
  }
  free(old);
  session->texts[text] = value == NULL ? NULL : strdup(value);
}

void ccurl_set_number(ccurl_session *session, int32_t number, int64_t value) {
  session->numbers[number] = value;
}

void ccurl_add_header(ccurl_session *session, const char *line) {
  struct curl_slist *headers = curl.slist_append(session->headers, line);
  session->headers = headers != NULL ? headers : session->headers;
}

void ccurl_set_body(ccurl_session *session, const uint8_t *octets, int64_t count) {
  free(session->sent);
  session->sent = malloc(count > 0 ? (size_t)count : 1);
  session->has_body = session->sent != NULL;
  session->sent_count = count;
  if (session->has_body && count > 0) {
    memcpy(session->sent, octets, (size_t)count);
  }
}

/// Says all of a request; the first option that curl does not take ends it, for one of them may be what
/// keeps a secret safe.
static CURLcode prepare(ccurl_session *session) {
  CURL *easy = session->easy;
  const char *const *texts = (const char *const *)session->texts;
  const int64_t *numbers = session->numbers;
  CURLcode code = CURLE_OK;
#define SET(option, value) \
  if (code == CURLE_OK) code = curl.easy_setopt(easy, option, value)
  SET(CURLOPT_URL, texts[CCURL_URL]);
  SET(CURLOPT_PATH_AS_IS, 1L);
#if LIBCURL_VERSION_NUM >= 0x075500
  SET(CURLOPT_PROTOCOLS_STR, "http,https");
#else
  SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  if (session->has_body) {
    SET(CURLOPT_POST, 1L);
    SET(CURLOPT_POSTFIELDS, session->sent);
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)session->sent_count);
  } else {
    SET(CURLOPT_POSTFIELDS, NULL);
    SET(CURLOPT_HTTPGET, 1L);
  }
  SET(CURLOPT_CUSTOMREQUEST, texts[CCURL_METHOD]);
  SET(CURLOPT_HTTPHEADER, session->headers);
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_ACCEPT_ENCODING, numbers[CCURL_COMPRESSED] != 0 ? "" : NULL);

  static const unsigned long schemes[] = {
      [CCURL_NOBODY] = CURLAUTH_NONE,
      [CCURL_BASIC] = CURLAUTH_BASIC,
      [CCURL_DIGEST] = CURLAUTH_DIGEST,
      [CCURL_BEARER] = CURLAUTH_BEARER,
  };
  int64_t scheme = numbers[CCURL_SCHEME];
  bool has_password = scheme == CCURL_BASIC || scheme == CCURL_DIGEST;
  SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  SET(CURLOPT_HTTPAUTH, (long)schemes[scheme]);
  SET(CURLOPT_USERNAME, has_password ? texts[CCURL_USER] : NULL);
  SET(CURLOPT_PASSWORD, has_password ? texts[CCURL_SECRET] : NULL);
  SET(CURLOPT_XOAUTH2_BEARER, scheme == CCURL_BEARER ? texts[CCURL_SECRET] : NULL);

  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  if (texts[CCURL_AUTHORITIES] != NULL) {
    SET(CURLOPT_CAINFO, texts[CCURL_AUTHORITIES]);
    SET(CURLOPT_CAPATH, NULL);
  }
  SET(CURLOPT_PINNEDPUBLICKEY, texts[CCURL_PIN]);
  SET(CURLOPT_NOPROXY, numbers[CCURL_DIRECT] != 0 ? "*" : NULL);
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);

  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_TCP_KEEPALIVE, 1L);
  // libcurl fills it up to a hundred times before it hands over what came.
  SET(CURLOPT_BUFFERSIZE, 1L << 13);
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)numbers[CCURL_CONNECT_TIME]);
  SET(CURLOPT_TIMEOUT_MS, (long)numbers[CCURL_WHOLE_TIME]);
  SET(CURLOPT_NOPROGRESS, 0L);
  SET(CURLOPT_XFERINFOFUNCTION, on_progress);
  SET(CURLOPT_XFERINFODATA, session);
  SET(CURLOPT_HEADERFUNCTION, on_head);
  SET(CURLOPT_HEADERDATA, session);
  SET(CURLOPT_WRITEFUNCTION, on_body);
  SET(CURLOPT_WRITEDATA, session);
  SET(CURLOPT_ERRORBUFFER, session->reason);
#undef SET
  return code;
}

static int32_t failure(const ccurl_session *session, CURLcode code) {
  if (session->is_large) {
    return CCURL_LARGE;
  }
  switch (code) {
    case CURLE_OK: return CCURL_DONE;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return CCURL_NAME;
    case CURLE_COULDNT_CONNECT: return CCURL_CONNECT;
    case CURLE_OPERATION_TIMEDOUT: return CCURL_TIME;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS: return CCURL_TRUST;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_UNKNOWN_OPTION:
    case CURLE_NOT_BUILT_IN:
    case CURLE_BAD_FUNCTION_ARGUMENT: return CCURL_REQUEST;
    case CURLE_WRITE_ERROR:
    case CURLE_OUT_OF_MEMORY: return CCURL_MEMORY;
    default: return CCURL_BROKEN;
  }
}

/// Ends a request with what curl, or nobody but its code, says of it.
static int32_t end(ccurl_session *session, CURLcode code) {
  ccurl_cancel(session);
  if (code != CURLE_OK && session->reason[0] == 0) {
    strncpy(session->reason, curl.easy_strerror(code), sizeof session->reason - 1);
  }
  return failure(session, code);
}

int32_t ccurl_begin(ccurl_session *session) {
  session->head_count = session->count = 0;
  session->taken = session->moved = 0;
  session->status = session->rounds = 0;
  session->is_large = session->is_in_body = false;
  session->reason[0] = 0;
  session->moved_at = now();
  CURLcode code = prepare(session);
  if (code == CURLE_OK && curl.multi_add_handle(session->multi, session->easy) != CURLM_OK) {
    code = CURLE_OUT_OF_MEMORY;
  }
  session->is_under_way = code == CURLE_OK;
  return code == CURLE_OK ? CCURL_PIECE : end(session, code);
}

int32_t ccurl_step(ccurl_session *session) {
  session->count = 0;
  while (session->is_under_way) {
    int running = 0;
    if (curl.multi_perform(session->multi, &running) != CURLM_OK) {
      return end(session, CURLE_RECV_ERROR);
    }
    if (running == 0) {
      CURLcode code = CURLE_RECV_ERROR;
      int left = 0;
      for (CURLMsg *message; (message = curl.multi_info_read(session->multi, &left)) != NULL;) {
        if (message->msg == CURLMSG_DONE) {
          code = message->data.result;
        }
      }
      long status = 0;
      curl.easy_getinfo(session->easy, CURLINFO_RESPONSE_CODE, &status);
      session->status = (int32_t)status;
      return end(session, code);
    }
    if (session->count > 0) {
      long status = 0;
      curl.easy_getinfo(session->easy, CURLINFO_RESPONSE_CODE, &status);
      session->status = (int32_t)status;
      return CCURL_PIECE;
    }
    int64_t left = session->numbers[CCURL_SILENCE] - (now() - session->moved_at);
    if (left <= 0) {
      return end(session, CURLE_OPERATION_TIMEDOUT);
    }
    curl.multi_poll(session->multi, NULL, 0, left < 1000 ? (int)left : 1000, NULL);
  }
  return CCURL_BROKEN;
}

void ccurl_cancel(ccurl_session *session) {
  if (session->is_under_way) {
    curl.multi_remove_handle(session->multi, session->easy);
    session->is_under_way = false;
  }
  curl.slist_free_all(session->headers);
  session->headers = NULL;
  free(session->sent);
  session->sent = NULL;
  session->has_body = false;
}

const uint8_t *ccurl_octets(const ccurl_session *session, int64_t *count) {
  *count = (int64_t)session->count;
  return session->octets;
}

const uint8_t *ccurl_head(const ccurl_session *session, int64_t *count) {
  *count = (int64_t)session->head_count;
  return session->head;
}

int32_t ccurl_status(const ccurl_session *session) { return session->status; }

int32_t ccurl_rounds(const ccurl_session *session) { return session->rounds; }

const char *ccurl_reason(const ccurl_session *session) { return session->reason; }
