"""What py-vobject makes of cards, one JSON object a line.

Arguments: the cards, and their lengths in octets, one a line. A property has its group, its name, its
parameters, the value as it stands without folds and quoted-printable, and that as a text, a list and a
structure by py-vobject's own functions; parameters without a name are those of the name "".
"""
import io
import json
import sys
import warnings

import vobject
from vobject.icalendar import stringToTextValues

warnings.simplefilter("ignore")


def values(function, *arguments, **named):
    """What a function of py-vobject says, or the name of what it raises."""
    try:
        return function(*arguments, **named)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def properties(text, allows_soft_breaks):
    """The lines of a card as py-vobject reads them, before it makes objects of those that it knows."""
    depth = 0
    for line, number in vobject.base.getLogicalLines(text, allows_soft_breaks):
        try:
            read = vobject.base.textLineToContentLine(line, number)
        except Exception as error:
            # A line that is none to it, or that cannot be decoded.
            yield {
                "depth": depth, "group": None, "name": "", "parameters": {}, "raw": line,
                "fault": f"{type(error).__name__}: {error}",
            }
            continue
        is_card = read.value.strip().upper() == "VCARD"
        depth += read.name == "BEGIN" and is_card
        if depth > 1 or read.name not in ("BEGIN", "END", "VERSION"):
            yield {
                "depth": depth,
                "group": read.group,
                "name": read.name,
                "parameters": {**read.params, **({"": read.singletonparams} if read.singletonparams else {})},
                "raw": read.value,
                "text": values(lambda: stringToTextValues(read.value)[0]),
                "list": values(stringToTextValues, read.value, listSeparator=","),
                "structure": values(
                    lambda: [
                        [part] if isinstance(part, str) else part for part in vobject.vcard.splitFields(read.value)
                    ]
                ),
            }
        depth -= read.name == "END" and is_card


with open(sys.argv[1], "rb") as cards, open(sys.argv[2]) as lengths:
    for length in lengths:
        octets = cards.read(int(length))
        found, fault = [], None
        try:
            # A quoted-printable value may go on in a line that is not indented.
            found += properties(io.StringIO(octets.decode("utf-8", "replace"), newline=""), b"VERSION:2.1" in octets)
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        print(json.dumps({"properties": found, "fault": fault}))
