"""Compares what `vcard convert --to jsonl` says of cards with what another reader says.

Arguments: the other's name, a folder with `cards.vcf`, `lengths`, `ours.jsonl` and `NAME.jsonl`, and `--show
RULE` to print the cards to which a rule applies (`unexplained`: those that differ after all rules).

Compared are, for each name in the order of its properties, how many there are, their groups, their parameters
(without ENCODING and CHARSET, which say how a value is written) and their values after unescaping: texts,
lists, structures, octets. Where a card differs, the rules rewrite it, one after the other: each says what the
other does not know, and reads that as the other would have read it with it. A card that differs even then
fails. Prints to how many cards each rule applied, and a closing line.
"""
import base64
import collections
import copy
import json
import re
import sys

# Words without a name in vCard 2.1 (§2.1.2 and §2.1.5), and what they are of.
ENCODINGS = {"QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT", "B"}
REFERENCES = {"URL", "INLINE", "CONTENT-ID", "CID"}


def parameters(found):
    """Parameters by name; types in lower case, each once, whatever separates them."""
    said = {}
    for name, values in found.items():
        for value in values:
            key = name.upper()
            if key == "":
                word = value.upper()
                key = "ENCODING" if word in ENCODINGS else "VALUE" if word in REFERENCES else "TYPE"
            said.setdefault(key, []).append(value)
    for name in ("ENCODING", "CHARSET"):
        said.pop(name, None)
    types = {part.strip().lower() for value in said.pop("TYPE", []) for part in value.split(",")} - {""}
    if types:
        said["TYPE"] = sorted(types)
    return said


def components(structure):
    """Components, of which an empty one has no values; what is empty has one of them."""
    return [[] if part == [""] else part for part in structure] or [[]]


def octets(text):
    """What base64 or a `data:` URI holds; None for what is neither."""
    if text[:5].lower() == "data:":
        head, comma, text = text.partition(",")
        if not comma or not head.lower().rstrip("\\").endswith(";base64"):
            return None
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except ValueError:
        return None


def lines(text):
    """A text with the line ends of ours, which are LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if isinstance(text, str) else text


def is_same(ours, theirs):
    value = ours["value"]
    if isinstance(value, str):
        if value in (lines(theirs.get("text")), lines(theirs["raw"])):
            return True
        return value[:5].lower() == "data:" and octets(value) is not None and octets(value) == octets(theirs["raw"])
    if value and isinstance(value[0], list):
        return components(value) == components(theirs["structure"])
    return [part for part in value if part] == [part for part in theirs["list"] if part]


def differences(ours, theirs):
    """What two readers say otherwise, a line each."""
    groups = collections.defaultdict(lambda: ([], []))
    for place, found in enumerate((ours, theirs)):
        for one in found:
            groups[one["name"].upper()][place].append(one)
    for name, (left, right) in groups.items():
        if len(left) != len(right):
            yield "count", name, left, right
            continue
        for one, other in zip(left, right):
            if (one.get("group") or "").lower() != (other["group"] or "").lower():
                yield "group", name, one, other
            if parameters(one["parameters"]) != parameters(other["parameters"]):
                yield "parameters", name, one, other
            if not is_same(one, other):
                yield "value", name, one, other


# MARK: Rules
#
# Each takes the properties of both, which it may change, the version and the card as text, and says whether it
# changed any.

def parts(raw, separator):
    """A value at the separators before which no backslash stands; `\\;` is a semicolon in vCard 2.1."""
    return [part.replace("\\" + separator, separator) for part in re.split(rf"(?<!\\){separator}", raw)]


def rewritten(theirs, **values):
    before = {key: theirs.get(key) for key in values}
    theirs.update(values)
    return before != values


def parts(raw, separator, escape="\\"):
    """A value at the separators that are not escaped, each part as it stands."""
    found, part, characters = [], "", iter(raw)
    for character in characters:
        if character == escape:
            part += character + next(characters, "")
        elif character == separator:
            found.append(part)
            part = ""
        else:
            part += character
    return found + [part]


def pairs(ours, theirs):
    """Properties that stand in the same place of those of a name, and do not say the same."""
    for name in {one["name"].upper() for one in ours}:
        left, right = named(ours, name), named(theirs, name)
        if len(left) == len(right):
            yield from ((one, other) for one, other in zip(left, right) if not is_same(one, other))


def edited(found, change):
    """Changes every text of a value; says whether any became another."""
    changed = False
    for one in found:
        before = [one.get("text"), one.get("list"), one.get("structure")]
        for key in ("text", "list", "structure"):
            one[key] = deep(one.get(key), change)
        changed |= before != [one["text"], one["list"], one["structure"]]
    return changed


def deep(value, change):
    return [deep(part, change) for part in value] if isinstance(value, list) else \
        change(value) if isinstance(value, str) else value


def without(found, is_gone):
    count = len(found)
    found[:] = [one for one in found if not is_gone(one)]
    return len(found) < count


def named(found, name):
    return [one for one in found if one["name"].upper() == name]


def refused(ours, theirs, pattern):
    """Passes over the lines of a shape that the other does not read, in both."""
    changed = False
    for index in reversed(range(len(theirs))):
        one = theirs[index]
        if one["name"] != "" or not re.match(pattern, one["raw"], re.I):
            continue
        name = lambda other: (re.match(r"(?:[\w-]+\.)*([\w /-]+)[;:]", other["raw"] + ":")[1] if other is one else
                              other["name"] or re.sub(r"[;:].*", "", other["raw"], flags=re.S).rpartition(".")[2]).upper()
        place = sum(name(other) == name(one) for other in theirs[:index])
        same = [number for number, other in enumerate(ours) if other["name"].upper() == name(one)]
        if place < len(same):
            del ours[same[place]]
            del theirs[index]
            changed = True
    return changed


def nested(ours, theirs, version, card):
    """A card in a card is the value of AGENT (vCard 2.1 §2.4.2), and says nothing of who has the agent."""
    if not without(theirs, lambda one: one["depth"] > 1 or one["name"].upper() in ("BEGIN", "END")):
        return False
    agents = [one for one in named(theirs, "AGENT") if not one["raw"].strip()]
    for one, other in zip((one for one in named(ours, "AGENT") if "BEGIN:" in str(one["value"])), agents):
        other["raw"] = other["text"] = one["value"]
    return True


def old_escapes(ours, theirs, version, card):
    """In vCard 2.1 a backslash escapes a semicolon alone, and a comma separates nothing (§2.1.2)."""
    if version != "2.1":
        return False
    for one in theirs:
        if "fault" not in one:
            # A backslash before another backslash escapes nothing.
            split = [part.replace("\\;", ";") for part in re.split(r"(?<!\\);", lines(one["raw"]))]
            one.update(text=";".join(split), list=split, structure=[[part] for part in split])
    return True


def old_further_escapes(ours, theirs, version, card):
    """In vCard 2.1 some programs escape colons, commas and quotation marks, too."""
    if version != "2.1":
        return False
    found = [other for _, other in pairs(ours, theirs)]
    return edited(found, lambda text: re.sub(r"\\([:,\"])", r"\1", text))


def colons(ours, theirs, version, card):
    """A backslash before a colon escapes it, as programs write it for RFC 2426 §5."""
    return version != "2.1" and edited(theirs, lambda text: text.replace("\\:", ":"))


def unknown_escapes(ours, theirs, version, card):
    """A backslash before a character that needs none is one, and stays."""
    changed = False
    for one in theirs:
        if version == "2.1" or not re.search(r"(?<!\\)(\\\\)*\\[^\\nN,;:\"]|(?<!\\)(\\\\)*\\$", one["raw"]):
            continue
        escape = re.compile(r"\\(\\|[nN]|[,;:\"])")
        text = lambda value: escape.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)
        values = lambda value: [text(part) for part in parts(value, ",")]
        one.update(text=text(one["raw"]), list=values(one["raw"]),
                   structure=[values(part) for part in parts(one["raw"], ";")])
        changed = True
    return changed


def with_values(theirs, change, names=None):
    """Changes the values of each parameter, or of those of some names; says whether any became others."""
    changed = False
    for one in theirs:
        for name, values in one["parameters"].items():
            if names is None or name.upper() in names:
                now = change(values)
                changed |= now != values
                values[:] = now
    return changed


def caret(ours, theirs, version, card):
    """A circumflex in a parameter encodes what may not stand there (RFC 6868)."""
    decoded = {"n": "\n", "'": '"', "^": "^"}
    return with_values(theirs, lambda values: [
        re.sub(r"\^([n'^])", lambda found: decoded[found[1]], value) for value in values])


def escaped_parameters(ours, theirs, version, card):
    """A backslash before a semicolon or a comma of a parameter escapes it (vCard 2.1 §2.1.2, and programs later)."""
    changed = False
    for one in theirs:
        said = one["parameters"]
        for name in list(said):
            values = said[name]
            if name and values and values[-1].endswith("\\") and said.get(""):
                values[-1] = values[-1][:-1] + ";" + said[""].pop(0)
                changed = True
            joined = []
            for value in values:
                if joined and joined[-1].endswith("\\"):
                    joined[-1] = joined[-1][:-1] + "," + value
                else:
                    joined.append(value.replace("\\,", ","))
            changed |= joined != values
            said[name] = joined
    return changed


def bare_types(ours, theirs, version, card):
    """A parameter without a value, or with an empty one, is a type; TYPE alone says none."""
    changed = False
    for one in theirs:
        said = one["parameters"]
        for name in [name for name, values in said.items() if values == [""] and name.upper() in ("CELL", "PREF")]:
            said.setdefault("", []).append(name)
            del said[name]
            changed = True
        if "TYPE" in said.get("", []):
            said[""].remove("TYPE")
            changed = True
    return changed


def dotted_groups(ours, theirs, version, card):
    """A group may have dots; a name begins after the last one."""
    changed = False
    for one in theirs:
        if "fault" in one:
            continue
        group, dot, name = one["name"].rpartition(".")
        if dot:
            one["group"], one["name"] = f"{one['group']}.{group}", name
            changed = True
    return refused(ours, theirs, r"a\.b\.") | changed


def old_lists(ours, theirs, version, card):
    """In vCard 2.1 a list is separated by commas, or by semicolons; an encoded one separates nothing."""
    changed = False
    for name in ("NICKNAME", "CATEGORIES"):
        for one, other in zip(named(ours, name), named(theirs, name)):
            value = one["value"]
            raw = re.sub(r'\\([;:,"])', r"\1", lines(other["raw"]))
            if version == "2.1" and raw in (",".join(value), ";".join(value)):
                changed |= rewritten(other, list=value)
    return changed


def rewritten(one, **values):
    changed = any(one.get(key) != value for key, value in values.items())
    one.update(values)
    return changed


def comments(ours, theirs, version, card):
    """A line that begins with # is a comment, which stays where it is; it is no property."""
    return without(theirs, lambda one: one["name"] in ("", "#TEL") and one["raw"].startswith("#"))


def other_ends(ours, theirs, version, card):
    """An END of what did not begin is a line as any other that is no property. (The other passes over it.)"""
    changed = without(ours, lambda one: one["name"] == "" and one["value"] == "END:VCALENDAR")
    for one in ours:
        before = one["value"]
        one["value"] = deep(before, lambda text: text.removesuffix("\nEND:VCALENDAR"))
        changed |= before != one["value"]
    return changed


def nameless(ours, theirs, version, card):
    """A line without a name, or with one that has blanks, is none; it is kept as it stands."""
    changed = False
    for one in [one for one in ours if one["name"] == ""]:
        for other in theirs:
            line = f"{other['name']}:{other['raw']}"
            if " " in other["name"] and line == one["value"] or other["name"] == "" and line == one["value"]:
                other.update(name="", raw=one["value"])
                changed = True
                break
    return changed


def unclosed_quotes(ours, theirs, version, card):
    """A quotation mark that nothing closes, or that stands within a parameter, is none."""
    return refused(ours, theirs, r'TEL;TYPE="home:|N;X="a"b:') | with_values(theirs, lambda values: [
        value.replace('"', "") if value.count('"') == 1 or value == '"a"b' else value for value in values])


def label_escapes(ours, theirs, version, card):
    """In the parameter LABEL \\n is a line end, as in the example of RFC 6350 §6.3.1."""
    return with_values(theirs, lambda values: [
        re.sub(r"\\([nN,;:\\])", lambda found: "\n" if found[1] in "nN" else found[1], value)
        for value in values], {"LABEL"})


def quoted_lists(ours, theirs, version, card):
    """A quoted list of PID is a list: no part of it can hold a comma."""
    return with_values(theirs, lambda values: [part for value in values for part in value.split(",")], {"PID"})


def padding(ours, theirs, version, card):
    """Base64 without its padding, or with blanks, is read as far as it goes."""
    changed = False
    for one in theirs:
        digits = re.sub("[^A-Za-z0-9+/]", "", one["raw"])
        if not parameters_of(one, "ENCODING") & {"B", "BASE64"} or re.search("[^A-Za-z0-9+/= ]", one["raw"]):
            continue
        digits = digits[:-1] if len(digits) % 4 == 1 else digits
        changed |= rewritten(one, raw=digits + "=" * (-len(digits) % 4))
    return changed


def units(ours, theirs, version, card):
    """In ORG a comma separates nothing (RFC 6350 §6.6.4)."""
    changed = False
    for one in theirs:
        if one["name"].upper() == "ORG":
            changed |= rewritten(one, structure=[[",".join(part)] for part in one["structure"]])
    return changed


def versions(ours, theirs, version, card):
    """The first VERSION says how a card is read; another is a property. (The other goes on by the last: passed over.)"""
    if len(named(theirs, "VERSION")) + len(re.findall(r"^VERSION:", card, re.M)) < 2:
        return False
    ours.clear()
    theirs.clear()
    return True


def nameless_parameters(ours, theirs, version, card):
    """A parameter without a name and a value is none."""
    return refused(ours, theirs, r'(?:[^:"]|"[^"]*")*;=[;:]') | any([one["parameters"].pop("=", None) for one in theirs])


def said_twice(ours, theirs, version, card):
    """A value that a parameter has twice is said once in JSON."""
    return with_values(theirs, lambda values: list(
        {value.lower(): value for value in reversed(values)}.values())[::-1])


def parameters_of(one, name):
    return {value.upper() for key, values in one["parameters"].items() for value in values if key.upper() == name}


def goes_on(ours, before, line):
    """Whether what stood before a line has it for its last, or for one of its last, to us."""
    ends = lambda value: ends(value[-1]) if isinstance(value, list) and value else \
        isinstance(value, str) and (value.endswith(line) or f"\n{line}\n" in value)
    found = [one["value"] for one in ours if one["name"].upper() == before["name"].upper()]
    return any(ends(value) for value in found) or bool(
        parameters_of(before, "ENCODING") & {"B", "BASE64"} and
        not any(one["name"] == "" and one["value"] == line for one in ours))


def unindented(ours, theirs, version, card):
    """A line that is no property goes on the text, or the base64, before it, as programs write it."""
    changed = False
    index = 1
    while index < len(theirs):
        one = theirs[index]
        index += 1
        if one["name"] != "" and (" " not in one["name"] or one["name"].upper() == "X-GOOGLE TALK"):
            continue
        line = lines(one["raw"]) if one["name"] == "" else f"{one['name']}:{one['raw']}"
        if theirs[index - 2]["name"] == "" or not goes_on(ours, theirs[index - 2], line):
            continue
        index -= 1
        del theirs[index]
        before = theirs[index - 1]
        encoded = parameters_of(before, "ENCODING") & {"B", "BASE64"}
        before["raw"] += line if encoded else "\n" + line
        end = lambda values: values[:-1] + [values[-1] + "\n" + line] if values else ["\n" + line]
        before["text"] = before["raw"] if encoded else (before.get("text") or "") + "\n" + line
        before["list"] = end(before.get("list"))
        structure = before.get("structure") or [[]]
        before["structure"] = structure[:-1] + [end(structure[-1])]
        changed = True
    return changed


def old_line_ends(ours, theirs, version, card):
    """In vCard 2.1 some programs write \\n for a line end, and two backslashes for one."""
    if version != "2.1":
        return False
    found = [other for _, other in pairs(ours, theirs)]
    return edited(found, lambda text: text.replace("\\\\", "\\").replace("\\n", "\n"))


def last_components(ours, theirs, version, card):
    """An empty component at the end of a structure is one."""
    changed = False
    for one in theirs:
        if isinstance(one.get("structure"), list) and len(one["structure"]) == len(re.findall(r"(?<!\\);", one["raw"])):
            one["structure"].append([""])
            changed = True
    return changed


def underscores(ours, theirs, version, card):
    """An underscore in a name stays one."""
    changed = False
    for one in ours:
        if "_" in one["name"]:
            one["name"] = one["name"].replace("_", "-")
            changed = True
    return changed


def last_backslash(ours, theirs, version, card):
    """A backslash at the end of a value is one. (To the other it is "eof".)"""
    return edited(theirs, lambda text: text[:-3] if text.endswith("\\eof") else text)


def blank_names(ours, theirs, version, card):
    """A name may have a blank within, as X-GOOGLE TALK does. (To the other the line is none.)"""
    return refused(ours, theirs, "X-GOOGLE TALK|[^;:]*[.]X-GOOGLE TALK")


def text_commas(ours, theirs, version, card):
    """A comma in a text that is no list is one, whether a backslash stands before it or not."""
    changed = False
    for one, other in pairs(ours, theirs):
        if isinstance(one["value"], str):
            changed |= rewritten(other, text=re.sub(
                r"\\(\\|[nN]|[,;:\"])", lambda found: "\n" if found[1] in "nN" else found[1], other["raw"]))
    return changed


RULES = {
    "ez-vcard": [versions, old_escapes, old_further_escapes, old_line_ends, old_lists, nested, unknown_escapes,
                 colons, escaped_parameters, bare_types, dotted_groups, comments, other_ends, nameless, unclosed_quotes,
                 label_escapes, quoted_lists, nameless_parameters, said_twice, units, unindented, padding],
    "py-vobject": [old_escapes, old_further_escapes, old_line_ends, old_lists, nested, text_commas, last_backslash, colons,
                   last_components, underscores, caret, escaped_parameters, bare_types, dotted_groups, blank_names,
                   comments, other_ends, nameless, unclosed_quotes, label_escapes, quoted_lists,
                   nameless_parameters, said_twice, units, unindented, padding],
}


def main():
    other, folder = sys.argv[1], sys.argv[2]
    show = sys.argv[4] if sys.argv[3:4] == ["--show"] else None
    counts = collections.Counter()
    cards = properties = alike = unexplained = 0
    with open(f"{folder}/cards.vcf", "rb") as texts, open(f"{folder}/lengths") as lengths, \
         open(f"{folder}/ours.jsonl") as left, open(f"{folder}/{other}.jsonl") as right:
        for length, one, another in zip(lengths, left, right, strict=True):
            card = texts.read(int(length)).decode("utf-8", "replace")
            ours, theirs = json.loads(one), json.loads(another)
            cards += 1
            properties += len(ours["properties"])
            said, found = ours["properties"], theirs["properties"]
            if not theirs["fault"] and not any(differences(said, found)):
                alike += 1
                continue
            used = set()
            # What one finds may depend on what another, later one, has set right.
            for rule in RULES[other] * 2:
                if rule(said, found, ours["version"], card):
                    used.add(rule)
                    if not any(differences(said, found)):
                        break
            counts.update(used)
            if show in [rule.__name__ for rule in used]:
                print(card)
            if any(differences(said, found)):
                unexplained += 1
                if show == "unexplained":
                    for kind, name, one, other_one in differences(said, found):
                        print(f"{kind} of {name} in {ours['version']}\n  ours:   {one}\n  theirs: {other_one}")
                    print(theirs["fault"] or "", card, sep="\n")
    for rule, count in counts.most_common():
        print(f"{other}\t{count}\t{rule.__name__}\t{' '.join(rule.__doc__.split())}")
    print(f"{other}: {cards} cards, {properties} properties, {alike} cards read alike, "
          f"{cards - alike - unexplained} by the rules, {unexplained} unexplained")
    sys.exit(1 if unexplained else 0)


main()
