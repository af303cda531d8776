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

/// What the octets of a document are made of, one after the other.
///
///   start  1, line, column, byte (8 octets each), count of attributes, name, then for each its name
///          and its value
///   end    2
///   text   3, its octets
///
/// A count has 4 octets, and stands before the octets of each name, value and text; all numbers are
/// in the order of the machine.
enum { CEXPAT_START = 1, CEXPAT_END = 2, CEXPAT_TEXT = 3 };

/// A parser without a document; null where there is no memory. Elements may be `depth` deep, and a tag
/// or a comment may have `tag` octets.
cexpat_parser *_Nullable cexpat_create(int32_t depth, int64_t tag);
void cexpat_free(cexpat_parser *_Nonnull parser);

/// Takes further octets, the last ones or not. What they are made of takes the place of what was.
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
