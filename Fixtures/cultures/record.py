#!/usr/bin/env python3
"""Writes people.vcf from names.tsv, and what PyICU says of the names: orders.tsv and sections.tsv."""
import csv
import sys
from pathlib import Path

import icu

here = Path(__file__).parent
people = list(csv.DictReader(open(here / "names.tsv", encoding="utf-8"), delimiter="\t",
                             quoting=csv.QUOTE_NONE))
LOCALES = ["root", "de", "sv", "es", "cs", "tr", "hu", "pl", "ru", "uk", "el", "ar", "fa", "he",
           "hi", "th", "vi", "ko", "ja", "zh", "zh-u-co-stroke", "zh-Hant"]


def fields(person, order):
    """What a person sorts by: the organisation, else the parts of the name, as they sound first."""
    if person["organization"]:
        return [person["organization"]]
    family = person["phonetic family"] or person["family"]
    given = person["phonetic given"] or person["given"]
    first = [family, given] if order == "family" else [given, family]
    return [part for part in first + [person["middle"], person["suffix"]] if part]


def escaped(text):
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


with open(here / "people.vcf", "w", encoding="utf-8", newline="") as cards:
    for person in people:
        language = f";LANGUAGE={person['language']}"
        lines = ["BEGIN:VCARD", "VERSION:4.0", f"UID:{person['id']}"]
        if person["organization"]:
            lines += ["KIND:org", f"FN:{escaped(person['organization'])}",
                      f"ORG:{escaped(person['organization'])}"]
        else:
            parts = [person[part] for part in ("family", "given", "middle", "prefix", "suffix")]
            lines += [f"FN{language}:{escaped(person['composite'])}",
                      f"N{language}:{';'.join(map(escaped, parts))}"]
        for part, name in (("phonetic family", "LAST"), ("phonetic given", "FIRST")):
            if person[part]:
                lines.append(f"X-PHONETIC-{name}-NAME:{escaped(person[part])}")
        lines.append("END:VCARD")
        cards.writelines(line + "\r\n" for line in lines)

python = sys.version.split()[0]
note = f"# by record.py with PyICU {icu.VERSION}, ICU {icu.ICU_VERSION}, Python {python}\n"
with open(here / "orders.tsv", "w", encoding="utf-8") as orders:
    orders.write(note)
    orders.write("locale\tby\tids\n")
    for tag in LOCALES:
        collator = icu.Collator.createInstance(icu.Locale.forLanguageTag(tag))
        for by in ("family", "given"):
            ids = sorted(people, key=lambda person: collator.getSortKey(
                "\ufffe".join(fields(person, by))))
            orders.write(f"{tag}\t{by}\t{' '.join(person['id'] for person in ids)}\n")

with open(here / "sections.tsv", "w", encoding="utf-8") as sections:
    sections.write(note)
    sections.write("locale\tid\tsection\n")
    for tag in LOCALES:
        index = icu.AlphabeticIndex(icu.Locale.forLanguageTag(tag))
        index.addLabels(icu.Locale.getEnglish())
        immutable = index.buildImmutableIndex()
        for person in people:
            name = "\ufffe".join(fields(person, "family"))
            label, kind = immutable.getBucket(immutable.getBucketIndex(name))
            if kind != icu.UAlphabeticIndexLabelType.NORMAL:
                label = "#"
            sections.write(f"{tag}\t{person['id']}\t{label}\n")
