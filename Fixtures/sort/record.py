"""Writes names.txt and orders.tsv beside this file; needs PyICU. See README.md."""
import functools
import pathlib
import random

import icu

FOLDER = pathlib.Path(__file__).parent

LOCALES = [
    "root", "sv", "de", "de-u-co-phonebk", "es", "cs", "tr", "ja", "zh-u-co-pinyin",
    "zh-u-co-stroke", "ar", "vi",
]

# Family and given names by language, invented people all of them.
NAMES = {
    "sv": (
        "Öberg Åberg Ärlig Zander Wallén Vall Wall Vallin Alm Älm Olm Ölm Ågren Angren Lindqvist "
        "Lindkvist Uddén Üdden Ek Ék Ack von_Essen Von_Essen af_Ugglas",
        "Åke Ada Ängla Örjan Oskar Zäta Björn Bjorn Maj-Britt Maj_Britt MajBritt"),
    "de": (
        "Müller Mueller Muller Mullér Mußler Mussler Muszler Göthe Goethe Goete Goten Götz Gotz "
        "Goetz Weiß Weiss WEISS Ärzte Aerzte Arzte Österle Oesterle Osterle Ude Uede Üde",
        "Jürgen Juergen Jurgen Groß-Karl Hans_Otto Änne Anne Aenne"),
    "es": (
        "Nuñez Nunez Núñez Nuno Nuo Ñandú Nandu Chavez Cortez Czar Cuevas Llorca Lorca Lucena "
        "Luz de_la_Cruz De_la_Cruz Ibáñez Ibanes Peña Pena Penazzi",
        "José Jose María_José Chus Conchita Iñigo Inigo Íñigo Ángel Angel"),
    "cs": (
        "Čapek Capek Cech Čech Chalupa Hora Hus Ibsen Chytil Dvořák Dvorak Řezníček Reznicek "
        "Šimek Simek Žižka Zizka Ďurica Durica Ťapka Tapka Úlehla Ulehla Ůla Éder Eder",
        "Jiří Jiri Zdeněk Žofie Cheb Hynek Ivo Ľubomír Šárka"),
    "tr": (
        "Çelik Celik Iğdır İğdir Işık Isik İnönü Inonu ıldız yıldız Ilgaz Öztürk Ozturk Şahin "
        "Sahin Güneş Gunes Ğar Gar Hoca Ünal Unal Umut",
        "Ilgın İlgin Iris İris Çağla Cagla Ömer Omer Şule Sule"),
    "ja": (
        "山田 渡辺 阿部 佐藤 さとう サトウ ｻﾄｳ サトオ はーと ハート はあと ハアト か が カ ガ "
        "きょう キョウ きよう 斉藤 齋藤 齊藤 斎藤 髙橋 高橋 𠮷田 吉田 々木 佐々木 ヷ ゝ",
        "太郎 たろう タロウ はなこ ハナコ 花子 ケイ ケー けい"),
    "zh": (
        "陈 陳 张 張 李 王 赵 趙 欧阳 歐陽 司马 吴 吳 重 长 长孙 单 查 曾 解 仇 区 覃 葛 盖 朴 尉迟 "
        "一 丁 乙 丨 丶 龘 齉 㐀 𠀀 〇 鿿",
        "伟 偉 芳 娜 秀英 敏 静 靜 丽 麗 强 強 磊 洋"),
    "ar": (
        "أحمد احمد إبراهيم ابراهيم آدم ادم عبدالله عبد_الله الحسن حسن مُحَمَّد محمد محمّد هدى هدي "
        "فاطمة فاطمه لؤي لوي شيء ٱلله یوسف يوسف كريم کریم ـكريم",
        "علي على عليّ سارة ساره نور النور"),
    "vi": (
        "Nguyễn Nguyen Nguyên Nguyện Nguyển Nguyền Trần Tran Trân Trấn Đặng Dang Đàng Dàng Lê Le Lệ "
        "Phạm Pham Ngô Ngo Ngọ Nho Nhõ Giang Gi Khang Kinh Quý Quy Thơ Tho Thọ Ưng Ung",
        "Anh Ánh Ảnh Ân Ấn Ăn Ắn Đức Duc Dũng Tuấn Tuan Thị_Mai"),
    "other": (
        "Иванов Ёлкин Елкин Ежов Їжак Ґава Παπάς Παπας Σίσυφος كور שלום דוד 김 박 이 각 가 갂 "
        "ก เก แก ไก ขา เขา ಕಮಲ कमल क़मल ქართველი Հայկ አበበ ཀ ᠮᠣᠩ",
        "Анна Ολγα 지훈 देवी"),
}

# What breaks careless comparisons. Blanks stand inside only, for the tool takes them off the ends.
HOSTILE = [
    "a", "A", "\u00e5", "a\u030a", "\u212b", "\uff41", "\u24d0", "a\u0323\u0307", "a\u0307\u0323",
    "\u1e9b\u0323", "a\u0315\u0300\u05ae\u0300b", "a\u00adb", "a\u200bb", "a\u200db", "ab",
    "a\u034fb", "a b", "a  b", "a\u00a0b", "a\u3000b", "a-b", "a\u2010b", "a'b", "a\u2019b", "a.b",
    "a,b", "a;b", "a\\b", "a:b", "\"a\"", "(a)", "1", "2", "10", "\u0661", "\u00b2", "\u2167",
    "\u33a2", "ff", "\ufb00", "\u0132", "ij", "\u01c4", "\u01c5", "d\u017e", "\u00df", "\u1e9e",
    "ss", "\u017f", "\u0131", "I\u0307", "\u0130", "\U0001F600", "\U0001F469\u200d\U0001F467",
    "\U0001F1F8\U0001F1EA", "\ufffd", "\uffff", "\U0010ffff", "\ue000", "\uf8ff", "\U000e0041x",
    "\u0301", "\u0345a", "\u1100\u1161\u11a8", "\uac01", "\u0e40\u0e01", "\u0e01\u0e40", "\x01a",
    "a\x7fb", "\u202eab", "\u2066ab\u2069", "z" * 60, "z" * 61, "z" * 60 + "\u030c", "a\u0300" * 20,
    "\u4e00" * 40, "ch", "cH", "Ch", "CH", "c\u200dh", "c\u00adh", "ll", "l\u00b7l", "\u0149",
    "\U0001d400", "\u2460", "\u00aa", "\u00ba", "\u30a2\u30fc", "\u30a2\u30a2", "\u3042\u30fc",
    "\u309b\u304b", "\u304b\u3099", "\u304c", "\u0627\u0653", "\u0622", "\ufedf\ufe8e", "\ufefb",
]


def names(random_source):
    rows = []
    for families, givens in NAMES.values():
        families = [name.replace("_", " ") for name in families.split()]
        givens = [name.replace("_", " ") for name in givens.split()]
        for family in families:
            rows.append((family, ""))
            rows += [(family, given) for given in random_source.sample(givens, 2)]
        rows += [("", given) for given in givens]
    rows += [(name, "") for name in HOSTILE]
    rows += [("Muller", name) for name in HOSTILE]
    rows += [(name, "Al") for name in HOSTILE]
    # Equal names, whose order shows whether the sort is stable.
    rows += random_source.sample(rows, 60)
    random_source.shuffle(rows)
    return rows


def order(rows, locale):
    collator = icu.Collator.createInstance(icu.Locale.forLanguageTag(locale))
    collator.setAttribute(icu.UCollAttribute.NORMALIZATION_MODE, icu.UCollAttributeValue.ON)
    texts = ["\ufffe".join(part for part in row if part) for row in rows]
    compare = functools.cmp_to_key(lambda left, right: collator.compare(texts[left], texts[right]))
    return sorted(range(len(rows)), key=compare)


rows = names(random.Random(4))
(FOLDER / "names.txt").write_text(
    "".join(f"{family}\t{given}\n" for family, given in rows), encoding="utf-8", newline="")
lines = [f"ICU\t{icu.ICU_VERSION}\n"]
for locale in LOCALES:
    lines.append(locale + "\t" + " ".join(str(index) for index in order(rows, locale)) + "\n")
(FOLDER / "orders.tsv").write_text("".join(lines), encoding="utf-8", newline="")
