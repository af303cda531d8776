// Ordinary lines from vCard 3.0 to 4.0 and back, on their octets.
#ifndef CVC_CONVERT_H
#define CVC_CONVERT_H

#include <stddef.h>
#include <stdint.h>

#include "cvcard.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// What the name of a line asks for.
enum {
  /// The line must be looked at by itself.
  CVC_TASK_LINE,
  /// It may matter to other lines, or they to it.
  CVC_TASK_CARD,
  /// The value stays.
  CVC_TASK_TEXT, CVC_TASK_LIST, CVC_TASK_URI, CVC_TASK_NAME, CVC_TASK_ADDRESS,
  CVC_TASK_ORGANISATION, CVC_TASK_PROGRAM,
  CVC_TASK_PHONE, CVC_TASK_EMAIL, CVC_TASK_IDENTIFIER, CVC_TASK_DAY, CVC_TASK_MOMENT,
  CVC_TASK_PICTURE,
  /// The value tells.
  CVC_TASK_KIND,
  /// It may be some program's property that says what a standard one says.
  CVC_TASK_UNKNOWN,
  /// BEGIN, VERSION and END, which are written anew.
  CVC_TASK_ENVELOPE,
};

/// Facts about a name, as bits.
enum {
  /// TYPE=pref may stand with it in vCard 3.0.
  CVC_TRAIT_PREFERENCE = 1,
  /// A word of TYPE may name its media type.
  CVC_TRAIT_MEDIA = 2,
  /// And the media type is one of a picture.
  CVC_TRAIT_PICTURE = 4,
  /// Under `X-` and the name a property is carried.
  CVC_TRAIT_CARRIED = 8,
};

/// Which lines of a card were there, as bits.
enum {
  CVC_SEEN_FORMATTED_NAME = 128,
  CVC_SEEN_NAME = 1,
  /// Bits of names of which an ordinary card has one line.
  CVC_SEEN_ONCE = 127,
};

/// What a name asks for: its task, its traits, and its bit of what was seen, or 0.
typedef struct {
  uint8_t task, traits, seen;
} cvc_name_rule;

/// One way from version to version.
typedef struct {
  /// Whether vCard 4.0 is what comes out, of 3.0; else it is the other way around.
  uint8_t is_modern;
  /// Whether what the target cannot say is carried.
  uint8_t carries;
  /// Bits of `flag_bits`: base64, a head with a fold, and what no quick look can tell.
  uint8_t base64, folded_head, odd, uncanonical;
  /// Where the second and the third list start among the words.
  uint32_t systems, contextual;
} cvc_conversion;

/// How a call ended.
enum {
  /// The card is whole.
  CVC_CONVERTED,
  /// The row is for the caller; the next call starts after it.
  CVC_NEEDS_LINE,
  /// The row is an address with a label, for the caller; the next call starts after it.
  CVC_NEEDS_LABEL,
  /// The card is for the caller.
  CVC_NEEDS_CARD,
  /// The next call, which starts with the row, needs more room.
  CVC_NEEDS_ROOM,
};

/// What came of a call.
typedef struct {
  /// Octets that were written, and the row at which the call ended.
  size_t octets, row;
  /// Bits of the names that were there, how the call ended, and whether the card is begun.
  uint8_t seen, end, is_begun;
} cvc_converted;

/// Octets of room with which no call needs more but for the longest of lines.
static inline size_t cvc_convert_room(size_t n) { return n + n / 8 + 4096; }

/// Converts the rows of a card from `from.row` on.
///
/// The first call checks that the card is UTF-8, and begins it; the last one ends it. Nothing is
/// written but whole lines, folded at 75 octets, with CRLF.
///
/// - `from`: what the last call answered, with the row from which to go on; zeros for the first.
/// - `names`: what names ask for, by their numbers.
/// - `slots`: the table of known names.
/// - `words`: three lists of words in upper case, each word after its length, each list ended by 0:
///   names of programs' properties that matter to other lines, the mail systems that EMAIL may be
///   of, and the names of parameters that matter to other lines.
/// - `p`: the `n` octets of the card.
/// - `rows`: its rows.
/// - `out`: room for `capacity` octets.
cvc_converted cvc_convert_rows(
  const cvc_conversion *how, const cvc_name_rule *names, const cvc_name_slot *slots,
  const uint8_t *words, const uint8_t *p, size_t n, const cvc_row *rows, size_t count,
  cvc_converted from, uint8_t *out, size_t capacity);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
