internal import VCard

extension Contact.Keys {
  /// What the values of one key are called in a language, such as `Téléphone`; to be shown where a
  /// value has no label.
  ///
  /// The words are common nouns of each language with a capital at the start, as
  /// ``ContactLabel/localizedName(_:)`` has them.
  ///
  /// - Parameter language: A BCP 47 tag. A language that the table lacks is served in English.
  /// - Returns: `nil` for several keys at once, and for those that people never see.
  /// - Complexity: O(1) after the first call, which reads the table.
  public func localizedName(_ language: String) -> String? {
    guard let column = KeyWords.columns.firstIndex(of: self) else { return nil }
    return KeyWords.table[language, column]
  }

  /// What the value of a property is called in a language, by what the registry says that it tells of a
  /// person, such as `Geburtstag` for `BDAY`.
  ///
  /// - Parameters:
  ///   - name: The name of the property in upper case.
  ///   - language: As for ``localizedName(_:)``.
  /// - Returns: `nil` for a property that tells nothing of what people see, as one nobody knows.
  package static func localizedName(ofProperty name: String, _ language: String) -> String? {
    guard let fields = PropertyRegistry.named(name)?.fields else { return nil }
    return KeyWords.columns.first { !fields.isDisjoint(with: $0.fields) }?.localizedName(language)
  }
}

/// The words for the keys, a row a language.
private enum KeyWords {
  /// What the columns of the table are about.
  static let columns: [Contact.Keys] = [
    .names, .nickname, .organization, .jobTitle, .emailAddresses, .phoneNumbers, .postalAddresses,
    .urlAddresses, .relations, .socialProfiles, .instantMessageAddresses, .birthday, .dates, .notes,
    .image, .categories,
  ]

  static let table = WordTable(
    columns: columns.count,
    """
    en|Name|Nickname|Company|Job title|Email|Phone|Address|Website|Relation|Profile|Chat|Birthday|Date|Note|Photo|Group
    de|Name|Spitzname|Firma|Position|E-Mail|Telefon|Adresse|Website|Beziehung|Profil|Chat|Geburtstag|Datum|Notiz|Foto|Gruppe
    fr|Nom|Surnom|Société|Fonction|E-mail|Téléphone|Adresse|Site web|Relation|Profil|Messagerie|Anniversaire|Date|Note|Photo|Groupe
    es|Nombre|Apodo|Empresa|Cargo|Correo|Teléfono|Dirección|Sitio web|Relación|Perfil|Chat|Cumpleaños|Fecha|Nota|Foto|Grupo
    it|Nome|Soprannome|Azienda|Qualifica|E-mail|Telefono|Indirizzo|Sito web|Relazione|Profilo|Chat|Compleanno|Data|Nota|Foto|Gruppo
    pt|Nome|Apelido|Empresa|Cargo|E-mail|Telefone|Endereço|Site|Relação|Perfil|Chat|Aniversário|Data|Nota|Foto|Grupo
    nl|Naam|Bijnaam|Bedrijf|Functie|E-mail|Telefoon|Adres|Website|Relatie|Profiel|Chat|Verjaardag|Datum|Notitie|Foto|Groep
    sv|Namn|Smeknamn|Företag|Befattning|E-post|Telefon|Adress|Webbplats|Relation|Profil|Chatt|Födelsedag|Datum|Anteckning|Foto|Grupp
    da|Navn|Kaldenavn|Firma|Stilling|E-mail|Telefon|Adresse|Websted|Relation|Profil|Chat|Fødselsdag|Dato|Note|Foto|Gruppe
    nb|Navn|Kallenavn|Firma|Stilling|E-post|Telefon|Adresse|Nettsted|Relasjon|Profil|Chat|Fødselsdag|Dato|Notat|Bilde|Gruppe
    fi|Nimi|Lempinimi|Yritys|Tehtävänimike|Sähköposti|Puhelin|Osoite|Verkkosivu|Suhde|Profiili|Pikaviesti|Syntymäpäivä|Päivämäärä|Muistiinpano|Kuva|Ryhmä
    pl|Imię i nazwisko|Pseudonim|Firma|Stanowisko|E-mail|Telefon|Adres|Strona www|Relacja|Profil|Czat|Urodziny|Data|Notatka|Zdjęcie|Grupa
    cs|Jméno|Přezdívka|Firma|Pracovní pozice|E-mail|Telefon|Adresa|Web|Vztah|Profil|Chat|Narozeniny|Datum|Poznámka|Fotka|Skupina
    hu|Név|Becenév|Cég|Beosztás|E-mail|Telefon|Cím|Weboldal|Kapcsolat|Profil|Csevegés|Születésnap|Dátum|Jegyzet|Fénykép|Csoport
    ro|Nume|Poreclă|Companie|Funcție|E-mail|Telefon|Adresă|Site web|Relație|Profil|Chat|Zi de naștere|Dată|Notă|Fotografie|Grup
    ru|Имя|Прозвище|Компания|Должность|Эл. почта|Телефон|Адрес|Сайт|Отношение|Профиль|Чат|День рождения|Дата|Заметка|Фото|Группа
    uk|Імʼя|Прізвисько|Компанія|Посада|Ел. пошта|Телефон|Адреса|Вебсайт|Стосунок|Профіль|Чат|День народження|Дата|Нотатка|Фото|Група
    el|Όνομα|Ψευδώνυμο|Εταιρεία|Θέση εργασίας|Email|Τηλέφωνο|Διεύθυνση|Ιστότοπος|Σχέση|Προφίλ|Συνομιλία|Γενέθλια|Ημερομηνία|Σημείωση|Φωτογραφία|Ομάδα
    tr|Ad|Takma ad|Şirket|İş unvanı|E-posta|Telefon|Adres|Web sitesi|İlişki|Profil|Sohbet|Doğum günü|Tarih|Not|Fotoğraf|Grup
    ar|الاسم|اللقب|الشركة|المسمى الوظيفي|البريد الإلكتروني|الهاتف|العنوان|الموقع|العلاقة|الملف الشخصي|الدردشة|تاريخ الميلاد|التاريخ|ملاحظة|الصورة|المجموعة
    he|שם|כינוי|חברה|תפקיד|דוא״ל|טלפון|כתובת|אתר|קשר|פרופיל|צ׳אט|יום הולדת|תאריך|הערה|תמונה|קבוצה
    ja|名前|ニックネーム|会社|役職|メール|電話|住所|ウェブサイト|関係|プロフィール|チャット|誕生日|日付|メモ|写真|グループ
    ko|이름|별명|회사|직함|이메일|전화|주소|웹사이트|관계|프로필|채팅|생일|날짜|메모|사진|그룹
    zh-Hans|姓名|昵称|公司|职位|电子邮件|电话|地址|网站|关系|个人资料|聊天|生日|日期|备注|照片|群组
    zh-Hant|姓名|暱稱|公司|職稱|電子郵件|電話|地址|網站|關係|個人檔案|聊天|生日|日期|備註|照片|群組
    vi|Tên|Biệt danh|Công ty|Chức danh|Email|Điện thoại|Địa chỉ|Trang web|Quan hệ|Hồ sơ|Trò chuyện|Ngày sinh|Ngày|Ghi chú|Ảnh|Nhóm
    hi|नाम|उपनाम|कंपनी|पद|ईमेल|फ़ोन|पता|वेबसाइट|संबंध|प्रोफ़ाइल|चैट|जन्मदिन|तारीख|नोट|फ़ोटो|समूह
    id|Nama|Nama panggilan|Perusahaan|Jabatan|Email|Telepon|Alamat|Situs web|Hubungan|Profil|Obrolan|Ulang tahun|Tanggal|Catatan|Foto|Grup
    """)
}
