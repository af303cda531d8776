#include "cvc_convert.h"

#include <string.h>

#include "convert_octets.h"
#include "cvc_utf8.h"

enum {
  // Octets that conversion adds to a line at most, but for folds and what stands twice.
  LINE_GROWTH = 128,
};

// What a line becomes.
typedef enum {
  // The octets it has.
  SAME,
  // Other octets, which are written.
  DONE,
  // What only others can tell.
  LINE, LABEL, CARD,
} outcome;

typedef struct {
  const cvc_conversion *how;
  const cvc_name_rule *names;
  const cvc_name_slot *slots;
  const uint8_t *words;
  // The card.
  const uint8_t *p;
  size_t n;
  // The parameters of the line at hand.
  int has_pref, has_type_pref, has_internet, has_system, is_reference, is_changed;
  // Words of TYPE that are no others', and the media type of the last one.
  size_t types;
  const char *media_type;
  // The text of a LABEL between its quotes.
  size_t label_start, label_end;
} conversion;

// Whether a name without a number means nothing to other lines.
static int is_alone(const conversion *c, const uint8_t *p, size_t n) {
  if (n == 0) return 0;
  for (size_t i = 0; i < n; i++)
    if (!is_name_octet(p[i])) return 0;
  if (n < 3 || upper(p[0]) != 'X' || p[1] != '-') return 1;
  if (is_in(c->words, p, n)) return 0;
  while (n > 2 && upper(p[0]) == 'X' && p[1] == '-') {
    p += 2;
    n -= 2;
  }
  if (n > CVC_NAME_KEY_LENGTH) return 1;
  uint8_t known = cvc_find_name(c->slots, cvc_make_name_key(p, n), n);
  return !(c->names[known].traits & CVC_TRAIT_CARRIED);
}

static int has_plain_group(const uint8_t *p, const cvc_row *row) {
  if (row->name_start == row->line_start) return 1;
  for (size_t i = row->line_start; i + 1 < row->name_start; i++)
    if (!is_name_octet(p[i])) return 0;
  return row->name_start > row->line_start + 1;
}

// Whether the parameters from `start` on, which were not understood, matter to other lines.
static outcome may_matter(
  const conversion *c, const cvc_name_rule *rule, size_t start, size_t end) {
  const uint8_t *p = c->p;
  size_t labels = 0, i = start;
  while (i < end) {
    size_t word = i, first = i;
    i = name_end(p, i, end);
    // With and without X-.
    while (i - first > 2 && upper(p[first]) == 'X' && p[first + 1] == '-') first += 2;
    size_t length = i - first;
    // PREF=1 depends on nothing, and is what most PREF are.
    int is_first = i + 1 < end && p[i] == '=' && p[i + 1] == '1'
      && (i + 2 == end || p[i + 2] == ';') && first == word
      && IS_WORD_OF_4(p + first, length, "PREF");
    if (!is_first) {
      if (is_in(c->words + c->how->contextual, p + first, length)) return CARD;
      if (IS_WORD(p + first, length, "LABEL")) {
        if (i != start + 5 && p[first - 1] != ';') return CARD;
        labels++;
      }
    }
    const uint8_t *next = i < end ? memchr(p + i, ';', end - i) : NULL;
    i = next ? (size_t)(next - p) + 1 : end;
  }
  if (labels == 0) return LINE;
  // What carries a label sends the card the thorough way, so there is none.
  return labels == 1 && rule->task == CVC_TASK_ADDRESS && !c->how->is_modern ? LABEL : CARD;
}

// Whether the target has a word of TYPE.
static int keeps_type(
  conversion *c, const cvc_name_rule *rule, const uint8_t *p, size_t n) {
  int is_mail = rule->task == CVC_TASK_EMAIL;
  if (IS_WORD_OF_4(p, n, "PREF")) {
    c->has_pref = c->has_type_pref = c->is_changed = 1;
    return 0;
  }
  if (is_mail && IS_WORD(p, n, "INTERNET")) {
    c->has_internet = 1;
    return !c->how->is_modern;
  }
  // Most words are one of the first two.
  if (is_mail && !IS_WORD_OF_4(p, n, "HOME") && !IS_WORD_OF_4(p, n, "WORK")
      && is_in(c->words + c->how->systems, p, n))
    c->has_system = 1;
  if (!c->how->is_modern || !(rule->traits & CVC_TRAIT_MEDIA)) return 1;
  c->types++;
  c->is_changed = 1;
  // Media types that have this word, and no other, for their word.
  c->media_type = NULL;
  if (rule->traits & CVC_TRAIT_PICTURE) {
    if (IS_WORD(p, n, "JPEG")) c->media_type = "image/jpeg";
    if (IS_WORD(p, n, "PNG")) c->media_type = "image/png";
    if (IS_WORD(p, n, "GIF")) c->media_type = "image/gif";
  }
  return c->media_type == NULL;
}

// Takes a TYPE from its equals sign on; NULL when it is none that can be told.
static uint8_t *take_types(
  conversion *c, const cvc_name_rule *rule, size_t *index, size_t end, int *has_quotes,
  uint8_t *out) {
  const uint8_t *p = c->p;
  uint8_t *start = out;
  size_t i = *index, count = 0;
  int is_quoted = 0;
  out = PUT(out, ";TYPE=");
  do {
    i++;
    if (!is_quoted && i < end && p[i] == '"') {
      is_quoted = *has_quotes = 1;
      i++;
    }
    size_t first = i;
    i = name_end(p, i, end);
    size_t length = i - first;
    if (length == 0) return NULL;
    if (is_quoted && i < end && p[i] == '"') {
      is_quoted = 0;
      i++;
    }
    if (is_quoted ? i == end || p[i] != ',' : i < end && p[i] != ',' && p[i] != ';') return NULL;
    if (!keeps_type(c, rule, p + first, length)) continue;
    if (count++ > 0) *out++ = ',';
    out = put(out, p + first, length);
  } while (i < end && p[i] == ',');
  *index = i;
  return count > 0 ? out : start;
}

// Reads the parameters, and writes them to `*written` as the target has them.
static outcome take_parameters(
  conversion *c, const cvc_row *row, const cvc_name_rule *rule, uint8_t **written) {
  const uint8_t *p = c->p;
  const int is_modern = c->how->is_modern;
  uint8_t *out = *written;
  size_t i = row->name_end, end = row->value_start - 1;
  // Where the first parameter starts that holds more than words. A quoted text may look as if there
  // were parameters in it that matter to other lines, so all from here on are looked at once more.
  size_t odd = 0;
  c->has_pref = c->has_type_pref = c->has_internet = c->has_system = c->is_reference = 0;
  c->is_changed = rule->task == CVC_TASK_EMAIL;
  c->types = 0;
  c->media_type = NULL;
  c->label_start = c->label_end = 0;
  // vCard 3.0 says INTERNET of what every address of vCard 4.0 is. RFC 2426 §3.3.2.
  if (rule->task == CVC_TASK_EMAIL && !is_modern) out = PUT(out, ";TYPE=INTERNET");
  while (i < end) {
    if (p[i] != ';') return odd ? may_matter(c, rule, odd, end) : LINE;
    size_t start = ++i;
    i = name_end(p, i, end);
    size_t length = i - start;
    // Without a name, or odd.
    if (i == end || p[i] != '=') return may_matter(c, rule, odd ? odd : start, end);
    const uint8_t *name = p + start;
    size_t rest = end - i;
    if (IS_WORD_OF_4(name, length, "TYPE")) {
      // The thorough way writes names in capitals.
      if (memcmp(name, "TYPE", 4) != 0) c->is_changed = 1;
      int has_quotes = 0;
      uint8_t *after = take_types(c, rule, &i, end, &has_quotes, out);
      if (!after) return may_matter(c, rule, odd ? odd : start, end);
      out = after;
      if (has_quotes) {
        c->is_changed = 1;
        if (!odd) odd = start;
      }
      continue;
    }
    if (!is_modern && IS_WORD_OF_4(name, length, "PREF")) {
      if (rest < 2 || p[i + 1] != '1' || (rest > 2 && p[i + 2] != ';') || c->has_pref
          || !(rule->traits & CVC_TRAIT_PREFERENCE))
        return odd ? may_matter(c, rule, odd, end) : CARD;
      i += 2;
      c->has_pref = c->is_changed = 1;
      out = PUT(out, ";TYPE=pref");
      continue;
    }
    if (is_modern && row->flag_bits & c->how->base64 && IS_WORD(name, length, "ENCODING")) {
      if (rest < 2 || upper(p[i + 1]) != 'B' || (rest > 2 && p[i + 2] != ';'))
        return may_matter(c, rule, odd ? odd : start, end);
      i += 2;
      c->is_changed = 1;
      continue;
    }
    if (!odd) odd = start;
    if (rule->task == CVC_TASK_PHONE && !is_modern && !c->is_reference
        && IS_WORD(name, length, "VALUE") && rest > 3 && memcmp(p + i, "=uri", 4) == 0
        && (rest == 4 || p[i + 4] == ';')) {
      // A reference to a phone becomes its number.
      i += 4;
      c->is_reference = c->is_changed = 1;
      continue;
    }
    if (rule->task != CVC_TASK_PICTURE && IS_WORD(name, length, "LANGUAGE")) {
      size_t first = ++i;
      i = name_end(p, i, end);
      if (i == first || (i < end && p[i] != ';')) return may_matter(c, rule, odd, end);
      out = PUT(out, ";LANGUAGE=");
      out = put(out, p + first, i - first);
      c->is_changed = 1;
      continue;
    }
    if (rule->task == CVC_TASK_ADDRESS && !is_modern && c->label_start == 0 && rest > 2
        && IS_WORD(name, length, "LABEL") && p[i + 1] == '"') {
      c->label_start = i + 2;
      const uint8_t *quote = memchr(p + i + 2, '"', end - i - 2);
      if (!quote) return may_matter(c, rule, odd, end);
      i = c->label_end = (size_t)(quote - p);
      i++;
      c->is_changed = 1;
      continue;
    }
    return may_matter(c, rule, odd, end);
  }
  if (odd) {
    outcome found = may_matter(c, rule, odd, end);
    if (found == CARD || (found == LABEL) != (c->label_start > 0)) return found;
  }
  if (c->has_pref) {
    // TYPE=pref in vCard 4.0, and with properties that have no TYPE before, is to come back.
    if (!(rule->traits & CVC_TRAIT_PREFERENCE) || (!is_modern && c->has_type_pref))
      return c->label_start > 0 ? LABEL : LINE;
    if (is_modern) out = PUT(out, ";PREF=1");
  }
  *written = out;
  return DONE;
}

// The octets that may come of a line, without folds. Of an address and its label, parts of the head
// stand twice, and every octet of the label may get a backslash.
static inline size_t longest(const cvc_row *row, uint8_t task) {
  const size_t length = row->line_end - row->line_start + LINE_GROWTH;
  const int has_parameters = row->name_end + 1 < row->value_start;
  return task == CVC_TASK_ADDRESS && has_parameters ? 4 * length : length;
}

// Whether a value stays as it is, but for `*skipped` octets at its start. What it adds to the
// parameters is written to `*written`.
static int takes_value(
  conversion *c, uint8_t task, const uint8_t *p, size_t n, value_marks marks, int is_in_one_line,
  uint8_t **written, size_t *skipped) {
  const int is_modern = c->how->is_modern;
  switch (task) {
  case CVC_TASK_TEXT: return keeps_text(p, n, marks, !is_modern);
  case CVC_TASK_PHONE: {
    const int is_uri = n > 3 && IS_WORD(p, 4, "TEL:");
    if (!c->is_reference) return !is_uri && keeps_text(p, n, marks, !is_modern);
    // The way back writes it so.
    if (!is_uri || memcmp(p, "tel:", 4) != 0 || !is_plain_number(p + 4, n - 4)) return 0;
    *skipped = 4;
    if (c->how->carries) *written = PUT(*written, ";X-VALUE=uri");
    return 1;
  }
  case CVC_TASK_EMAIL:
    if (!keeps_text(p, n, marks, !is_modern) || c->has_system) return 0;
    // With INTERNET from the start, the way back would change it.
    if (!is_modern) return !c->has_internet;
    if (c->has_internet) return 1;
    // Without INTERNET the way back would add it.
    if (c->has_pref || !c->how->carries) return 0;
    *written = PUT(*written, ";X-VERSION=3.0");
    return 1;
  case CVC_TASK_LIST:
    return has_clean_escapes(p, n, marks) && (is_modern || marks.semicolons == 0);
  case CVC_TASK_URI: return !marks.backslash;
  case CVC_TASK_NAME:
  case CVC_TASK_ADDRESS:
    if (!has_components(p, n, marks, task == CVC_TASK_NAME ? 5 : 7)) return 0;
    if (marks.backslash && !is_in_one_line) c->is_changed = 1;
    return 1;
  case CVC_TASK_ORGANISATION: return !marks.comma && has_clean_escapes(p, n, marks);
  case CVC_TASK_PROGRAM: return has_clean_escapes(p, n, marks);
  case CVC_TASK_IDENTIFIER:
    if (marks.backslash || marks.comma || !is_in_one_line || (!is_modern && marks.semicolons > 0))
      return 0;
    if (has_scheme(p, n)) return 1;
    if (!is_modern || n == 0) return 0;
    *written = PUT(*written, ";VALUE=text");
    c->is_changed = 1;
    return 1;
  default: return 0;
  }
}

// Converts a line. `*written` is where the line goes, and then its end.
static outcome convert_row(
  conversion *c, const cvc_row *row, const cvc_name_rule *rule, uint8_t **written) {
  const uint8_t *p = c->p;
  const int is_modern = c->how->is_modern;
  const size_t length = row->line_end - row->line_start;
  const uint8_t *value = p + row->value_start;
  size_t n = row->value_end - row->value_start;
  uint8_t task = rule->task;
  if (task == CVC_TASK_CARD) return CARD;
  if (task == CVC_TASK_UNKNOWN) {
    if (!is_alone(c, p + row->name_start, row->name_end - row->name_start)) return CARD;
    task = CVC_TASK_PROGRAM;
  }
  const int is_bare = row->name_end + 1 == row->value_start;
  const int is_odd = row->flag_bits & c->how->odd || !has_plain_group(p, row);
  const size_t head = row->name_end - row->line_start;
  // What is folded is written behind its place first.
  uint8_t *line = *written;
  if (task == CVC_TASK_KIND) {
    if (!is_bare || !IS_WORD(value, n, "INDIVIDUAL")) return CARD;
    if (is_odd || length > LINE_WIDTH - 2) return LINE;
    if (!c->how->carries) return DONE;
    uint8_t *out = put(line, p + row->line_start, row->name_start - row->line_start);
    out = PUT(out, "X-");
    out = put(out, p + row->name_start, row->value_end - row->name_start);
    *written = PUT(out, "\r\n");
    return DONE;
  }
  // A fold may hide the name of a parameter that matters to other lines.
  if (row->flag_bits & c->how->folded_head) return CARD;
  if (task != CVC_TASK_PICTURE) line += fold_room(longest(row, task));
  uint8_t *out = line + head;
  if (is_bare && task != CVC_TASK_EMAIL) {
    c->has_pref = c->is_reference = c->is_changed = 0;
    c->types = c->label_start = 0;
  } else {
    outcome found = take_parameters(c, row, rule, &out);
    if (found != DONE) return found;
  }
  const outcome closer = c->label_start > 0 ? LABEL : LINE;
  if (task == CVC_TASK_LINE || is_odd) return closer;
  if (task == CVC_TASK_PICTURE) {
    if (!is_modern || !(row->flag_bits & c->how->base64) || c->types != 1 || !c->media_type
        || c->has_pref)
      return LINE;
    memcpy(line, p + row->line_start, head);
    out = PUT(out, ":data:");
    out = put(out, c->media_type, strlen(c->media_type));
    out = PUT(out, ";base64,");
    out = put_base64(out, (size_t)(out - line), value, n);
    if (!out) return LINE;
    *written = out;
    return DONE;
  }
  if (row->flag_bits & c->how->base64) return closer;
  if (task == CVC_TASK_DAY || task == CVC_TASK_MOMENT) {
    if (!is_bare || length > LINE_WIDTH - 6) return LINE;
    line = *written;
    memcpy(line, p + row->line_start, head);
    line[head] = ':';
    out = line + head + 1;
    out = task == CVC_TASK_DAY ? put_day(out, value, n, is_modern)
                               : put_moment(out, value, n, is_modern);
    if (!out) return LINE;
    *written = PUT(out, "\r\n");
    return DONE;
  }
  size_t skipped = 0;
  int is_unfolded = row->fold_count == 0;
  value_marks marks = marks_of(value, n, c->n - row->value_start);
  if (marks.nul) return closer;
  if (!takes_value(c, task, value, n, marks, is_unfolded, &out, &skipped)) {
    if (is_unfolded || !marks.backslash) return closer;
    // A fold may stand within an escape.
    uint8_t *unfolded = line + longest(row, task);
    n = (size_t)(put_unfolded(unfolded, value, n) - unfolded);
    value = unfolded;
    is_unfolded = c->is_changed = 1;
    if (!takes_value(c, task, value, n, marks, 0, &out, &skipped)) return closer;
  }
  if (!c->is_changed && !(row->flag_bits & c->how->uncanonical)
      && (row->fold_count == 0 || has_plain_folds(value, n)))
    return SAME;
  memcpy(line, p + row->line_start, head);
  const uint8_t *parameters = line + head;
  const size_t parameters_length = (size_t)(out - parameters);
  *out++ = ':';
  out = is_unfolded ? put(out, value + skipped, n - skipped) : put_unfolded(out, value, n);
  if (closer == LINE) {
    *written = put_folded(*written, line, (size_t)(out - line));
    return DONE;
  }
  // The label has the parameters of its address, and waits behind it until the address is folded.
  uint8_t *label = out;
  out = put(out, p + row->line_start, row->name_start - row->line_start);
  out = PUT(out, "LABEL");
  out = put(out, parameters, parameters_length);
  *out++ = ':';
  out = put_label(out, p + c->label_start, c->label_end - c->label_start);
  if (!out) return LABEL;
  uint8_t *end = put_folded(*written, line, (size_t)(label - line));
  *written = put_folded(end, label, (size_t)(out - label));
  return DONE;
}

cvc_converted cvc_convert_rows(
  const cvc_conversion *how, const cvc_name_rule *names, const cvc_name_slot *slots,
  const uint8_t *words, const uint8_t *p, size_t n, const cvc_row *rows, size_t count,
  cvc_converted from, uint8_t *out, size_t capacity) {
  conversion c = {.how = how, .names = names, .slots = slots, .words = words, .p = p, .n = n};
  uint8_t *const start = out, *const limit = out + capacity;
  cvc_converted at = {0, from.row, from.seen, CVC_NEEDS_CARD, 1};
  // A run of lines that stay as they are, not copied yet.
  const uint8_t *run = p;
  size_t run_length = 0;
  if (!from.is_begun) {
    for (size_t i = 0; i < count; i++)
      if (names[rows[i].name_number].task == CVC_TASK_CARD) return at;
    if (!cvc_is_utf8(p, n)) return at;
    if (capacity < 2 * LINE_WIDTH) {
      at.end = CVC_NEEDS_ROOM;
      at.is_begun = 0;
      return at;
    }
    out = how->is_modern ? PUT(out, "BEGIN:VCARD\r\nVERSION:4.0\r\n")
                         : PUT(out, "BEGIN:VCARD\r\nVERSION:3.0\r\n");
  }
  at.end = CVC_CONVERTED;
  for (; at.row < count; at.row++) {
    const cvc_row *row = rows + at.row;
    const cvc_name_rule *rule = names + row->name_number;
    if (rule->task == CVC_TASK_ENVELOPE) continue;
    // Of some there is one: bits tell whether there were more.
    if (at.seen & rule->seen & CVC_SEEN_ONCE) {
      at.end = CVC_NEEDS_CARD;
      break;
    }
    size_t room = longest(row, rule->task);
    // Of a value with folds there may be a copy without them.
    const int may_be_unfolded = row->fold_count > 0 && rule->task != CVC_TASK_PICTURE;
    room += fold_room(room) + (may_be_unfolded ? room : 0);
    if ((size_t)(limit - out) < run_length + room) {
      at.end = CVC_NEEDS_ROOM;
      break;
    }
    at.seen |= rule->seen;
    uint8_t *written = out + run_length;
    outcome found = convert_row(&c, row, rule, &written);
    if (found == SAME) {
      if (run + run_length != p + row->line_start) {
        out = put(out, run, run_length);
        run = p + row->line_start;
        run_length = 0;
      }
      run_length += row->line_end - row->line_start;
    } else if (found == DONE) {
      memcpy(out, run, run_length);
      out = written;
      run_length = 0;
    } else {
      at.end = found == CARD ? CVC_NEEDS_CARD : found == LABEL ? CVC_NEEDS_LABEL : CVC_NEEDS_LINE;
    }
    if (found > DONE) break;
  }
  if (at.end == CVC_NEEDS_CARD) {
    at.octets = 0;
    return at;
  }
  out = put(out, run, run_length);
  at.octets = (size_t)(out - start);
  if (at.end == CVC_CONVERTED) {
    const int has_name = how->is_modern || at.seen & CVC_SEEN_NAME;
    if (!(at.seen & CVC_SEEN_FORMATTED_NAME) || !has_name) {
      at.end = CVC_NEEDS_CARD;
      at.octets = 0;
    } else if ((size_t)(limit - out) < LINE_WIDTH) {
      // The rows are done; the next call has only the end to write.
      at.end = CVC_NEEDS_ROOM;
    } else {
      at.octets = (size_t)(PUT(out, "END:VCARD\r\n") - start);
    }
  }
  return at;
}
