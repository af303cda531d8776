"""Writes names.txt and sections.tsv beside this file; needs PyICU. See README.md."""
import pathlib

import icu

FOLDER = pathlib.Path(__file__).parent

LOCALES = [
    "root", "en", "sv", "de", "de-u-co-phonebk", "es", "es-u-co-trad", "cs", "pl", "hu", "tr", "ru",
    "uk", "sr", "el", "ar", "he", "fa", "hi", "th", "vi", "ko", "ja", "ka", "hy", "am", "zh",
    "zh-u-co-stroke", "zh-u-co-zhuyin", "zh-Hant",
]

# Invented people's names and what is no name, a language a line.
NAMES = """
Bell Ångström Ärlig Öberg Zander Wallén Åberg Æsir Ørsted Łukasz Đorđe Þór Ñandú Çelik Ŋoni
Müller Mueller Göthe ßa Straße Ülrich chytil Čapek Řezníček Šimek Žižka llorca Lorca Ćwik Śliwa Żak
Csaba Gyula Nyíri Szabó Zsolt Tyler Dzsenifer Őri Űri İnönü ılgaz Iğdır Şahin Ğar Ưng Ơi Đặng Ăn Ấn
Ёлкин Елкин Иванов Йод Щукин Ыков Эрн Яшин Їжак Ґава Єва Ђоковић Љиљана Џон Ћирић Ўладзімір
Άννα Αθηνά Γιώργος Σίσυφος ωμέγα Ϊων Ψαρρός
أحمد إبراهيم آدم بدر ثريا شاهد محمد هدى یوسف پریسا چنگیز ژاله گیتی ﻣﺤﻤﺪ
אברהם דוד כהן שלום תמר ךלב
देवी क़मल अनिल श्रीदेवी ज्ञान ऋषि
เกษม แก้ว ไพศาล สมชาย ฤทัย ปรีชา โอภาส
김철수 박민수 이영희 꽃님 가나 힣 ㄱ
さとう サトウ ｻﾄｳ がくと はなこ パン わたなべ ん ゐ 山田 渡辺 佐藤 々木
陈 陳 张 張 李 王 赵 欧阳 吴 长 单 查 曾 解 仇 区 一 丁 龘 㐀 〇 齉 圞
ქართველი Հայկ Եվա አበበ ሀብታሙ কমল தமிழ் ትእግስት
1Password 007 ٣ @home (anna) -x 'Neil "q" ~a é e\u0301 E ｋate 𝐀da ⓐ ª ℵ 😀 ☃ € \ufffd \u0301 \u200dab zz
"""


def names():
    found = []
    for word in NAMES.split():
        if word not in found:
            found.append(word)
    return found


def index(tag):
    locale = icu.Locale("") if tag == "root" else icu.Locale.forLanguageTag(tag)
    result = icu.AlphabeticIndex(locale)

    def labels():
        result.resetBucketIterator()
        buckets = []
        while result.nextBucket():
            buckets.append(result.bucketLabel if result.bucketLabelType == 0 else None)
        return buckets

    # The letters of English besides, where the language has no Latin ones.
    if not any(label and icu.Script.getScript(label[0]).getShortName() == "Latn"
               for label in labels()):
        result.addLabels(icu.Locale.getEnglish())
    return result, labels()


people = names()
(FOLDER / "names.txt").write_text(
    "".join(name + "\n" for name in people), encoding="utf-8", newline="")
lines = [f"ICU\t{icu.ICU_VERSION}\n"]
for tag in LOCALES:
    sections, labels = index(tag)
    letters = [label for label in labels if label]
    found = [labels[sections.getBucketIndex(name)] or "#" for name in people]
    lines.append("\t".join([tag, " ".join(letters), " ".join(found)]) + "\n")
(FOLDER / "sections.tsv").write_text("".join(lines), encoding="utf-8", newline="")
