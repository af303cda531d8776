#include "cexpat.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

struct cexpat_parser {
  XML_Parser expat;
  uint8_t *events;
  size_t count, room;
  /// Where the count of the text at the end stands; none when something else stands there.
  size_t text;
  int64_t fed, longest;
  int32_t depth, deepest, failure;
};

/// No place in the events.
static const size_t none = (size_t)-1;

static void stop(cexpat_parser *parser, int32_t failure) {
  if (parser->failure == CEXPAT_OK) {
    parser->failure = failure;
    XML_StopParser(parser->expat, XML_FALSE);
  }
}

static void append(cexpat_parser *parser, const void *octets, size_t count) {
  if (parser->failure != CEXPAT_OK) {
    return;
  }
  if (parser->room - parser->count < count) {
    size_t room = 2 * parser->room + count;
    uint8_t *events = realloc(parser->events, room);
    if (events == NULL) {
      stop(parser, CEXPAT_MEMORY);
      return;
    }
    parser->events = events;
    parser->room = room;
  }
  memcpy(parser->events + parser->count, octets, count);
  parser->count += count;
}

static void appendText(cexpat_parser *parser, const char *text) {
  uint32_t count = (uint32_t)strlen(text);
  append(parser, &count, sizeof count);
  append(parser, text, count);
}

static void XMLCALL onStart(void *data, const XML_Char *name, const XML_Char **attributes) {
  cexpat_parser *parser = data;
  if (++parser->depth > parser->deepest) {
    stop(parser, CEXPAT_DEPTH);
    return;
  }
  uint8_t kind = CEXPAT_START;
  int64_t place[3] = {0, 0, 0};
  // Only cards and what holds them are asked for; counting lines takes time.
  if (strstr(name, "vcard") != NULL) {
    cexpat_place(parser, &place[0], &place[1], &place[2]);
  }
  uint32_t count = 0;
  while (attributes[2 * count] != NULL) {
    count++;
  }
  parser->text = none;
  append(parser, &kind, 1);
  append(parser, place, sizeof place);
  append(parser, &count, sizeof count);
  appendText(parser, name);
  for (uint32_t index = 0; index < 2 * count; index++) {
    appendText(parser, attributes[index]);
  }
}

static void XMLCALL onEnd(void *data, const XML_Char *name) {
  (void)name;
  cexpat_parser *parser = data;
  uint8_t kind = CEXPAT_END;
  parser->depth--;
  parser->text = none;
  append(parser, &kind, 1);
}

static void XMLCALL onText(void *data, const XML_Char *text, int count) {
  cexpat_parser *parser = data;
  uint32_t length = (uint32_t)count;
  if (parser->text == none) {
    uint8_t kind = CEXPAT_TEXT;
    append(parser, &kind, 1);
    parser->text = parser->count;
    append(parser, &length, sizeof length);
    append(parser, text, length);
    return;
  }
  append(parser, text, length);
  if (parser->failure == CEXPAT_OK) {
    uint32_t before;
    memcpy(&before, parser->events + parser->text, sizeof before);
    before += length;
    memcpy(parser->events + parser->text, &before, sizeof before);
  }
}

static void XMLCALL onDoctype(
    void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public, int internal) {
  (void)name, (void)system, (void)public, (void)internal;
  stop(data, CEXPAT_DOCTYPE);
}

cexpat_parser *cexpat_create(int32_t depth, int64_t tag) {
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
  parser->text = none;
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
  parser->count = 0;
  parser->text = none;
  if (parser->failure != CEXPAT_OK) {
    return parser->failure;
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
  return parser->failure;
}

const uint8_t *cexpat_events(const cexpat_parser *parser, int64_t *count) {
  *count = (int64_t)parser->count;
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
