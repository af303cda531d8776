"""Counts letters in names and writes the tables by which charsets are found out.

    pip install PyICU==2.17 Faker==40.54.0
    python3 Fixtures/charsets/tables.py

Names come from CLDR (countries, languages, cities, months, days; ICU 72.1 has them) and from the lists
of given names, family names and places in Faker (MIT). `names.tsv`, beside this file, is not read: tests
find out charsets by it.
"""

import importlib
import math
import pathlib
import re
from collections import Counter

import icu

ASCII = "^abcdefghijklmnopqrstuvwxyz"
TARGET = pathlib.Path(__file__).parents[2] / "Sources" / "ICU" / "Charsets"

# By what stands first: the variable, the lists of names, CLDR's locale.
LANGUAGES = [
    ("polish", "pl_PL", "pl"), ("czech", "cs_CZ", "cs"), ("slovak", "sk_SK", "sk"),
    ("hungarian", "hu_HU", "hu"), ("romanian", "ro_RO", "ro"), ("croatian", "hr_HR", "hr"),
    ("slovene", "sl_SI", "sl"), ("german", "de_DE de_AT de_CH", "de"),
    ("french", "fr_FR fr_CA fr_CH", "fr"), ("spanish", "es_ES es_MX es_AR", "es"),
    ("portuguese", "pt_PT pt_BR", "pt"), ("italian", "it_IT", "it"), ("swedish", "sv_SE", "sv"),
    ("danish", "da_DK no_NO", "da"), ("finnish", "fi_FI", "fi"), ("icelandic", "is_IS", "is"),
    ("dutch", "nl_NL", "nl"), ("turkish", "tr_TR", "tr"), ("lithuanian", "lt_LT", "lt"),
    ("latvian", "lv_LV", "lv"), ("estonian", "et_EE", "et"), ("russian", "ru_RU", "ru"),
    ("ukrainian", "uk_UA", "uk"), ("bulgarian", "bg_BG", "bg"), ("serbian", "", "sr"),
    ("macedonian", "mk_MK", "mk"), ("belarusian", "", "be"), ("greek", "el_GR", "el"),
    ("hebrew", "he_IL", "he"), ("arabic", "ar_AA ar_SA ar_PS ar_DZ", "ar"),
    ("persian", "fa_IR", "fa"), ("urdu", "", "ur"), ("thai", "th_TH", "th"),
]
IDEOGRAPHS = [
    ("simplifiedChinese", "zh_CN", "zh"), ("traditionalChinese", "zh_TW", "zh_Hant"),
    ("japanese", "ja_JP", "ja"), ("korean", "ko_KR", "ko"),
]
SCRIPTS = {
    "Cyrl": range(0x400, 0x530), "Grek": range(0x370, 0x400), "Hebr": range(0x590, 0x600),
    "Arab": range(0x600, 0x700), "Thai": range(0xE00, 0xE80), "Latn": range(0x61, 0x250),
}


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from strings(key)
            yield from strings(inner)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for inner in value:
            yield from strings(inner)


def listed(locales):
    names = set()
    places = r"cit|state|province|region|county|town|district|street_name|prefecture|village|admin|bor"
    for locale in locales.split():
        for kind in ("person", "address"):
            try:
                provider = importlib.import_module(f"faker.providers.{kind}.{locale}").Provider
            except ImportError:
                continue
            for field in dir(provider):
                if field.startswith("_") or "format" in field or "romanized" in field:
                    continue
                if kind == "person" or re.search(places, field):
                    if not callable(getattr(provider, field)):
                        names.update(strings(getattr(provider, field)))
    return {name for name in names if not re.search("[{%#]", name) and len(name) < 40}


def of_cldr(locale):
    locale = icu.Locale(locale)
    names = set()
    for code in icu.Locale.getISOCountries():
        names.add(icu.Locale("und_" + code).getDisplayCountry(locale))
    for code in icu.Locale.getISOLanguages():
        names.add(icu.Locale(code).getDisplayLanguage(locale))
    for zone in icu.TimeZone.createEnumeration():
        form = icu.SimpleDateFormat("VVV", locale)
        form.setTimeZone(icu.TimeZone.createTimeZone(zone))
        names.add(form.format(0.0))
    symbols = icu.DateFormatSymbols(locale)
    return names | set(symbols.getMonths()) | set(symbols.getWeekdays())


def script_of(language):
    return icu.Locale(language).addLikelySubtags().getScript()


def lower(letter):
    # Turkish: of the capital with a dot no other language knows the small letter.
    return letter if letter == "İ" or len(letter.lower()) > 1 else letter.lower()


def words(names, script, language):
    found = set()
    for name in names:
        word = ""
        for letter in name + " ":
            if ord(lower(letter)) in script or script == SCRIPTS["Latn"] and letter.isalpha():
                word += lower(letter)
            else:
                if not word.isascii():
                    found.add(word)
                word = ""
    if language == "ro":
        # What charsets of 8 bits have are the letters with a cedilla.
        found = {word.translate(str.maketrans("șț", "şţ")) for word in found}
    if language == "fa":
        found |= {word.replace("ی", "ي") for word in found}
    return sorted(found)


def letters(names, language):
    script = SCRIPTS[script_of(language)]
    single, pairs, before = Counter(), Counter(), Counter()
    for word in words(names, script, language):
        for one, other in zip("^" + word, word + "^"):
            single[other] += 1
            pairs[one, other] += 1
            before[one] += 1
    total = single.total()
    own = sorted(
        letter for letter, count in single.items()
        if not letter.isascii() and ord(letter) in script and letter.isalnum() | (script.start == 0xE00)
        and count >= max(2, total * 0.0003))
    is_latin = script == SCRIPTS["Latn"]
    tokens = (ASCII if is_latin else "^") + "".join(own)

    def step(one, other):
        share = (single[other] + 0.5) / (total + 30)
        chance = (pairs[one, other] + 6 * share) / (before[one] + 6)
        return chr(0x30 + min(24, max(0, round(-2 * math.log(chance)))))

    pairs_of = ((one, other) for one in tokens for other in tokens)
    if is_latin:
        # What is ASCII is the same in every charset.
        pairs_of = [(one, other) for one in ASCII for other in own]
        pairs_of += [(one, other) for one in own for other in tokens]
    return "".join(own), "".join(step(one, other) for one, other in pairs_of)


def lines(text, indent, width=88):
    return "\n".join(" " * indent + text[at:at + width] for at in range(0, len(text), width))


def literal(text):
    return f'"""\n{lines(text, 4)}\n    """'


def main():
    TARGET.mkdir(exist_ok=True)
    version = "42"
    out = [f"""extension LetterModel {{
  // How often letters follow each other in names, language by language: an octet a pair, each in half
  // nats, `0` for a certainty and `H` for what is next to impossible. A line end in a table is none.
  //
  // Source: counted by `Fixtures/charsets/tables.py` in names of countries, languages, cities, months
  // and days of CLDR {version} (Unicode License), and in given names, family names and places of
  // Faker 40.54 (MIT).
"""]
    for name, lists, locale in LANGUAGES:
        own, pairs = letters(listed(lists) | of_cldr(locale), locale)
        kind = "latin: " if script_of(locale) == "Latn" else ""
        out.append(f'  static let {name} = LetterModel(\n    {kind}"{own}",\n    {literal(pairs)})\n')
    (TARGET / "LetterModel+Tables.swift").write_text("\n".join(out) + "}\n")
    out = [f"""extension IdeographModel {{
  // The characters that names hold most, in three ranks: 60, 160 and 480.
  //
  // Source: counted by `Fixtures/charsets/tables.py` in names of countries, languages, cities, months
  // and days of CLDR {version} (Unicode License), and in given names, family names and places of
  // Faker 40.54 (MIT).
"""]
    for name, lists, locale in IDEOGRAPHS:
        count = Counter()
        # Names of people say more than those of countries.
        for texts, weight in ((listed(lists), 4), (of_cldr(locale), 1)):
            for text in sorted(texts):
                for letter in {letter for letter in text if ord(letter) >= 0x3040}:
                    count[letter] += weight
        ranked = [letter for letter, _ in sorted(count.items(), key=lambda item: (-item[1], item[0]))]
        ranks = [ranked[:60], ranked[60:220], ranked[220:700]]
        texts = [f'"""\n{lines("".join(rank), 4, 44)}\n    """' for rank in ranks]
        out.append(f"  static let {name} = [\n    " + ",\n    ".join(texts) + ",\n  ]\n")
    (TARGET / "IdeographModel+Tables.swift").write_text("\n".join(out) + "}\n")


main()
