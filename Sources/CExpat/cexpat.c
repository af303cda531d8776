#include "cexpat.h"

#include <expat.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cexpat_parser {
  XML_Parser expat;
  uint8_t *events;
  size_t count, room;
  /// Octets of events that were handed out.
  size_t settled;
  /// Where the events of an open `vcard` start, and those of what is in it.
  size_t card, inside;
  /// How deep it stands; 0 where none is open.
  int32_t cardDepth;
  /// Elements in it, and the most of them and of octets of events.
  int64_t elements, mostElements, mostOctets;
  int64_t fed, longest;
  int32_t depth, deepest, failure;
  bool isInText, isLarge;
};

static void stop(cexpat_parser *parser, int32_t failure) {
  if (parser->failure == CEXPAT_OK) {
    parser->failure = failure;
    XML_StopParser(parser->expat, XML_FALSE);
  }
}

/// Appends an octet and further ones after it.
static void append(cexpat_parser *parser, uint8_t kind, const void *octets, size_t count) {
  if (parser->room - parser->count <= count) {
    size_t room = 2 * parser->room + count + 1;
    uint8_t *events = realloc(parser->events, room);
    if (events == NULL) {
      stop(parser, CEXPAT_MEMORY);
      return;
    }
    parser->events = events;
    parser->room = room;
  }
  uint8_t *end = parser->events + parser->count;
  *end = kind;
  memcpy(end + 1, octets, count);
  parser->count += count + 1;
}

static void appendText(cexpat_parser *parser, uint8_t kind, const char *text) {
  append(parser, kind, text, strlen(text));
}

/// Whether nothing more is kept; what was kept of a card that is too large goes.
static bool isFull(cexpat_parser *parser) {
  if (parser->failure != CEXPAT_OK || parser->isLarge) {
    return true;
  }
  if (parser->cardDepth > 0
      && (parser->elements > parser->mostElements
          || (int64_t)(parser->count - parser->inside) > parser->mostOctets)) {
    parser->isLarge = true;
    parser->count = parser->inside;
  }
  return parser->isLarge;
}

static void XMLCALL onStart(void *data, const XML_Char *name, const XML_Char **attributes) {
  cexpat_parser *parser = data;
  if (++parser->depth > parser->deepest) {
    stop(parser, CEXPAT_DEPTH);
    return;
  }
  parser->elements++;
  if (isFull(parser)) {
    return;
  }
  parser->isInText = false;
  size_t length = strlen(name);
  bool isCard = length >= 5 && memcmp(name + length - 5, "vcard", 5) == 0
                && (length == 5 || name[length - 6] == ':');
  size_t start = parser->count;
  append(parser, CEXPAT_START, name, length);
  // Only cards are asked for; counting lines takes time.
  if (isCard) {
    char place[3 * 24];
    int64_t line, column, byte;
    cexpat_place(parser, &line, &column, &byte);
    snprintf(place, sizeof place, "%" PRId64 " %" PRId64 " %" PRId64, line, column, byte);
    appendText(parser, CEXPAT_PLACE, place);
  }
  for (; *attributes != NULL; attributes += 2) {
    appendText(parser, CEXPAT_NAME, attributes[0]);
    appendText(parser, CEXPAT_VALUE, attributes[1]);
  }
  if (isCard && parser->cardDepth == 0) {
    parser->cardDepth = parser->depth;
    parser->elements = 0;
    parser->card = start;
    parser->inside = parser->count;
  }
}

static void XMLCALL onEnd(void *data, const XML_Char *name) {
  (void)name;
  cexpat_parser *parser = data;
  if (parser->depth-- == parser->cardDepth) {
    parser->cardDepth = 0;
    if (parser->isLarge) {
      append(parser, CEXPAT_LARGE, "", 0);
    }
    parser->isLarge = false;
  }
  if (!isFull(parser)) {
    parser->isInText = false;
    append(parser, CEXPAT_END, "", 0);
  }
}

static void XMLCALL onText(void *data, const XML_Char *text, int count) {
  cexpat_parser *parser = data;
  if (isFull(parser) || count == 0) {
    return;
  }
  if (parser->isInText) {
    append(parser, (uint8_t)text[0], text + 1, (size_t)count - 1);
  } else {
    append(parser, CEXPAT_TEXT, text, (size_t)count);
    parser->isInText = true;
  }
}

static void XMLCALL onDoctype(
    void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public, int internal) {
  (void)name, (void)system, (void)public, (void)internal;
  stop(data, CEXPAT_DOCTYPE);
}

cexpat_parser *cexpat_create(int32_t depth, int64_t tag, int64_t octets, int64_t elements) {
  cexpat_parser *parser = calloc(1, sizeof *parser);
  if (parser == NULL) {
    return NULL;
  }
  parser->expat = XML_ParserCreate(NULL);
  if (parser->expat == NULL) {
    free(parser);
    return NULL;
  }
  parser->deepest = depth;
  parser->longest = tag;
  parser->mostOctets = octets;
  parser->mostElements = elements;
  XML_SetUserData(parser->expat, parser);
  XML_SetElementHandler(parser->expat, onStart, onEnd);
  XML_SetCharacterDataHandler(parser->expat, onText);
  XML_SetStartDoctypeDeclHandler(parser->expat, onDoctype);
  return parser;
}

void cexpat_free(cexpat_parser *parser) {
  XML_ParserFree(parser->expat);
  free(parser->events);
  free(parser);
}

int32_t cexpat_parse(
    cexpat_parser *parser, const uint8_t *octets, int32_t count, int32_t isLast) {
  if (parser->failure != CEXPAT_OK) {
    return parser->failure;
  }
  if (parser->settled > 0) {
    parser->count -= parser->settled;
    parser->card -= parser->settled;
    parser->inside -= parser->settled;
    memmove(parser->events, parser->events + parser->settled, parser->count);
    parser->isInText = parser->isInText && parser->count > 0;
    parser->settled = 0;
  }
  parser->fed += count;
  enum XML_Status status =
      XML_Parse(parser->expat, count > 0 ? (const char *)octets : "", count, isLast != 0);
  if (status == XML_STATUS_ERROR && parser->failure == CEXPAT_OK) {
    parser->failure = CEXPAT_SYNTAX + (int32_t)XML_GetErrorCode(parser->expat);
  }
  // What is not over is held, and looked at anew each time.
  int64_t byte = XML_GetCurrentByteIndex(parser->expat);
  if (parser->failure == CEXPAT_OK && byte >= 0 && parser->fed - byte > parser->longest + count) {
    parser->failure = CEXPAT_TAG;
  }
  // The end of an open card will not come, but it was there.
  if (parser->failure != CEXPAT_OK && parser->cardDepth > 0) {
    parser->count = parser->inside;
    parser->cardDepth = 0;
  }
  parser->settled = parser->cardDepth > 0 ? parser->card : parser->count;
  return parser->failure;
}

const uint8_t *cexpat_events(const cexpat_parser *parser, int64_t *count) {
  *count = (int64_t)parser->settled;
  return parser->events;
}

void cexpat_place(cexpat_parser *parser, int64_t *line, int64_t *column, int64_t *byte) {
  *line = (int64_t)XML_GetCurrentLineNumber(parser->expat);
  *column = (int64_t)XML_GetCurrentColumnNumber(parser->expat);
  *byte = (int64_t)XML_GetCurrentByteIndex(parser->expat);
}

const char *cexpat_reason(int32_t code) {
  const char *reason = XML_ErrorString((enum XML_Error)(code - CEXPAT_SYNTAX));
  return reason != NULL ? reason : "not well-formed";
}
