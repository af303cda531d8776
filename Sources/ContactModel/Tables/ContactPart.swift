/// A part of a value that stands in a field of its own where a contact is edited.
package enum ContactPart: Int, Sendable, CaseIterable {
  case label
  case namePrefix
  case givenName
  case middleName
  case familyName
  case nameSuffix
  case department
  case street
  case postalCode
  case city
  case state
  case country

  /// What the part is called in a language, such as `Vorname`.
  ///
  /// - Parameter language: A BCP 47 tag. A language that the table lacks is served in English.
  /// - Returns: A common noun with a capital at the start.
  /// - Complexity: O(1) after the first call, which reads the table.
  package func localizedName(_ language: String) -> String {
    Self.words[language, rawValue] ?? ""
  }

  private static let words = WordTable(
    columns: allCases.count,
    """
    en|Label|Prefix|Given name|Middle name|Family name|Suffix|Department|Street|Postal code|City|State|Country
    de|Etikett|Präfix|Vorname|Zweiter Vorname|Nachname|Suffix|Abteilung|Straße|Postleitzahl|Ort|Bundesland|Land
    fr|Étiquette|Préfixe|Prénom|Deuxième prénom|Nom de famille|Suffixe|Service|Rue|Code postal|Ville|Région|Pays
    es|Etiqueta|Tratamiento|Nombre de pila|Segundo nombre|Apellidos|Sufijo|Departamento|Calle|Código postal|Ciudad|Provincia|País
    it|Etichetta|Prefisso|Nome|Secondo nome|Cognome|Suffisso|Reparto|Via|CAP|Città|Provincia|Paese
    pt|Etiqueta|Prefixo|Nome próprio|Nome do meio|Sobrenome|Sufixo|Departamento|Rua|Código postal|Cidade|Estado|País
    nl|Label|Voorvoegsel|Voornaam|Tweede voornaam|Achternaam|Achtervoegsel|Afdeling|Straat|Postcode|Plaats|Provincie|Land
    sv|Etikett|Prefix|Förnamn|Mellannamn|Efternamn|Suffix|Avdelning|Gata|Postnummer|Ort|Län|Land
    da|Etiket|Præfiks|Fornavn|Mellemnavn|Efternavn|Suffiks|Afdeling|Gade|Postnummer|By|Region|Land
    nb|Etikett|Prefiks|Fornavn|Mellomnavn|Etternavn|Suffiks|Avdeling|Gate|Postnummer|Sted|Fylke|Land
    fi|Tunniste|Etuliite|Etunimi|Toinen nimi|Sukunimi|Jälkiliite|Osasto|Katuosoite|Postinumero|Kaupunki|Maakunta|Maa
    pl|Etykieta|Prefiks|Imię|Drugie imię|Nazwisko|Sufiks|Dział|Ulica|Kod pocztowy|Miasto|Województwo|Kraj
    cs|Štítek|Titul před jménem|Křestní jméno|Prostřední jméno|Příjmení|Titul za jménem|Oddělení|Ulice|PSČ|Město|Kraj|Země
    hu|Címke|Előtag|Utónév|Második utónév|Vezetéknév|Utótag|Részleg|Utca|Irányítószám|Város|Megye|Ország
    ro|Etichetă|Prefix|Prenume|Al doilea prenume|Nume de familie|Sufix|Departament|Stradă|Cod poștal|Oraș|Județ|Țară
    ru|Метка|Обращение|Имя|Отчество|Фамилия|Суффикс|Отдел|Улица|Индекс|Город|Область|Страна
    uk|Мітка|Звертання|Імʼя|По батькові|Прізвище|Суфікс|Відділ|Вулиця|Поштовий індекс|Місто|Область|Країна
    el|Ετικέτα|Προσφώνηση|Όνομα|Μεσαίο όνομα|Επώνυμο|Επίθημα|Τμήμα|Οδός|Ταχυδρομικός κώδικας|Πόλη|Περιφέρεια|Χώρα
    tr|Etiket|Ön ek|Ad|İkinci ad|Soyadı|Son ek|Departman|Sokak|Posta kodu|Şehir|Bölge|Ülke
    ar|التسمية|البادئة|الاسم الأول|الاسم الأوسط|اسم العائلة|اللاحقة|القسم|الشارع|الرمز البريدي|المدينة|المنطقة|البلد
    he|תווית|תואר|שם פרטי|שם אמצעי|שם משפחה|סיומת|מחלקה|רחוב|מיקוד|עיר|מחוז|מדינה
    ja|ラベル|敬称|名|ミドルネーム|姓|接尾辞|部署|町名・番地|郵便番号|市区町村|都道府県|国
    ko|라벨|호칭|이름|중간 이름|성|접미사|부서|도로명 주소|우편번호|시/군/구|시/도|국가
    zh-Hans|标签|前缀|名字|中间名|姓氏|后缀|部门|街道|邮政编码|城市|省份|国家
    zh-Hant|標籤|前綴|名字|中間名|姓氏|後綴|部門|街道|郵遞區號|城市|省份|國家
    vi|Nhãn|Danh xưng|Tên|Tên đệm|Họ|Hậu tố|Phòng ban|Đường|Mã bưu chính|Thành phố|Tỉnh|Quốc gia
    hi|लेबल|उपसर्ग|नाम|मध्य नाम|कुलनाम|प्रत्यय|विभाग|सड़क|पिन कोड|शहर|राज्य|देश
    id|Label|Awalan|Nama depan|Nama tengah|Nama belakang|Akhiran|Departemen|Jalan|Kode pos|Kota|Provinsi|Negara
    """)
}
