// What Swift sees of libexpat: C scalars, an opaque handle, and what was parsed as octets.
//
// expat's own header stays inside the .c file.

#ifndef CEXPAT_H
#define CEXPAT_H

#include <stdint.h>

typedef struct cexpat_parser cexpat_parser;

/// Why a document cannot be read on; expat's own reasons are above 100.
enum {
  CEXPAT_OK = 0,
  CEXPAT_DOCTYPE = 1,
  CEXPAT_DEPTH = 2,
  CEXPAT_TAG = 3,
  CEXPAT_MEMORY = 4,
  CEXPAT_SYNTAX = 100,
};

/// What a document is made of, as octets: each begins with one that no text of XML can hold, which says
/// what it is.
///
///   start  its name, then its place where it is called vcard (line, column and byte in digits with a
///          blank between them), then the name and the value of each attribute
///   text   all of it up to the next element or end
///   end    of an element
///   large  the element vcard that ends here was too large, and what was in it is left out
///
/// `<tel><text>1</text></tel>` is start `tel` start `text` text `1` end end.
enum {
  CEXPAT_START = 1,
  CEXPAT_TEXT = 2,
  CEXPAT_END = 3,
  CEXPAT_NAME = 4,
  CEXPAT_VALUE = 5,
  CEXPAT_PLACE = 6,
  CEXPAT_LARGE = 7,
};

/// A parser without a document; null where there is no memory. Elements may be `depth` deep, and a tag
/// or a comment may have `tag` octets; an element vcard may become `octets`, and hold `elements`.
cexpat_parser *_Nullable cexpat_create(int32_t depth, int64_t tag, int64_t octets, int64_t elements);
void cexpat_free(cexpat_parser *_Nonnull parser);

/// Takes further octets, the last ones or not. What they are made of takes the place of what was, but an
/// element vcard waits for its end; of one whose end cannot come there is the start.
int32_t cexpat_parse(
    cexpat_parser *_Nonnull parser, const uint8_t *_Nullable octets, int32_t count, int32_t isLast);

const uint8_t *_Nullable cexpat_events(const cexpat_parser *_Nonnull parser, int64_t *_Nonnull count);

/// Where the parser stands: from 1, from 0 and from 0.
void cexpat_place(
    cexpat_parser *_Nonnull parser, int64_t *_Nonnull line, int64_t *_Nonnull column,
    int64_t *_Nonnull byte);

/// What a reason above 100 is called.
const char *_Nonnull cexpat_reason(int32_t code);

#endif
