/// The names that programs give to the columns of their tables, and what they mean.
///
/// A name is compared by its letters and digits in lower case; where it is not known with its number,
/// it is looked up without: `E-mail 7 Address` is an `E-mail Address`.
enum CSVColumnNames {
  /// What is known of a name.
  struct Entry: Hashable, Sendable {
    let meaning: CSVMeaning
    /// The language whose names these are; `en` also where several languages share one.
    let language: String
  }

  /// The letters and digits of a name, in lower case.
  static func normalized(_ name: String) -> String {
    var text = ""
    for scalar in name.lowercased().unicodeScalars
    where scalar.properties.isAlphabetic
      || scalar.properties.numericType == .decimal
      || scalar.properties.generalCategory == .nonspacingMark
    {
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// What a column means, and the number in its name; `nil` for a name that nobody knows.
  static func find(_ name: String) -> (entry: Entry, number: Int?)? {
    let key = normalized(name)
    if let entry = all[key] { return (entry, nil) }
    guard let first = key.firstIndex(where: \.isASCIIDigit) else { return nil }
    let last = key[first...].firstIndex { !$0.isASCIIDigit } ?? key.endIndex
    guard let entry = all[String(key[..<first]) + key[last...]] else { return nil }
    return (entry, Int(key[first..<last]))
  }

  private static let all: [String: Entry] = {
    var entries: [String: Entry] = [:]
    for (language, table) in tables {
      for row in table.split(separator: "\n") {
        guard let colon = row.firstIndex(of: ":"), let meaning = CSVMeaning(String(row[..<colon]))
        else { preconditionFailure("a row of names of columns has a meaning: \(row)") }
        for name in row[row.index(after: colon)...].split(separator: "|") {
          let key = normalized(String(name))
          if entries[key] == nil { entries[key] = Entry(meaning: meaning, language: language) }
        }
      }
    }
    return entries
  }()

  private static let tables = [
    ("en", english), ("de", german), ("fr", french), ("es", spanish), ("it", italian),
    ("nl", dutch), ("pt", portuguese), ("sv", nordic), ("pl", slavic), ("ja", eastern),
  ]

  /// Google, Outlook, Thunderbird, Yahoo, LinkedIn, Roundcube, and tables by hand.
  private static let english = """
    N.1:first|first name|given name|forename
    N.2:middle|middle name|additional name|middle names
    N.0:last|last name|family name|surname
    N.3:name prefix|prefix|honorific prefix
    N.4:suffix|name suffix|generation|honorific suffix
    FN:display name|full name|formatted name|contact name
    FN?:name
    TITLE?:title
    PHONETIC.1:phonetic first name|given name yomi|given yomi
    PHONETIC.2:phonetic middle name|additional name yomi
    PHONETIC.0:phonetic last name|family name yomi|surname yomi
    X-PHONETIC-ORG:company yomi|organization yomi name
    NICKNAME:nickname|nick name|nick
    X-FILE-AS:file as
    X-MAIDENNAME:maiden name
    ORG.0:company|organization|organisation|organization name|company name|employer
    ORG.1:department|organization department
    TITLE:job title|organization title|position
    ROLE:profession|occupation|role|organization job description
    EMAIL:email|alternate email|secondary email|email address|mail|email other|other email
    EMAIL;home:primary email|email home|home email|personal email
    EMAIL;work:email work|work email|business email
    TEL:phone|telephone|phone number|telephone number|other|other phone|tel|primary phone|phone other
    TEL;home:home|home phone|phone home
    TEL;work:work|work phone|business phone|phone work
    TEL;cell:mobile|mobile number|mobile phone|cell|cell phone|phone mobile|cellphone|phone cell
    TEL;pager:pager|pager number|phone pager
    TEL;work,fax:fax|business fax|work fax|phone work fax
    TEL;home,work,fax:fax number
    TEL;home,fax:home fax|phone home fax
    TEL;fax:other fax
    TEL;video:phone video|video phone
    TEL;textphone:tty/tdd phone
    TEL;work#Company Main:company main phone
    TEL#Main:phone main|main phone
    TEL#Assistant:assistant's phone|phone assistant|assistant phone
    TEL#Callback:callback
    TEL#Car:car phone|phone car
    TEL#ISDN:isdn
    TEL#Radio:radio phone
    TEL#Telex:telex
    TEL#Yahoo:yahoo! phone
    ADR.2:address|street|street address|other street|other address|address other
    ADR.3:city|town|other city|locality
    ADR.4:state|region|province|other state|county
    ADR.5:zip|zip code|postal code|postcode|other postal code
    ADR.6:country|other country|other country/region|country/region
    ADR.0:po box|other address po box
    ADR;work.2:work address|business address|business street|work street|work address 2
    ADR;work.3:work city|business city
    ADR;work.4:work state|business state
    ADR;work.5:work zip|work zipcode|business postal code|work postal code|business zip
    ADR;work.6:work country|business country|business country/region
    ADR;work.0:business address po box
    ADR;home.2:home address|home street|home address 2
    ADR;home.3:home city
    ADR;home.4:home state
    ADR;home.5:home zip|home zipcode|home postal code
    ADR;home.6:home country|home country/region
    ADR;home.0:home address po box
    URL:url|website|web site|homepage|home page|website other
    URL;home:personal website|personal web page|website home|website homepage
    URL;work:business website|web page|website work|business web page
    URL#Blog:website blog|blog
    URL#Profile:website profile
    BDAY.d?:birthday
    BDAY:birth date|date of birth|birthdate
    BDAY.y:birth year
    BDAY.m:birth month
    ANNIVERSARY:anniversary
    NOTE:notes|note|comments|comment|remarks|description
    CATEGORIES:category|categories|labels|group membership|groups|tags
    GENDER:gender|sex
    LANG:language
    PHOTO:photo
    RELATED;spouse:spouse
    RELATED;child:children
    RELATED;x-assistant:assistant's name|assistant
    RELATED;x-manager:manager's name|manager
    IMPP:messenger id|imaddress
    IMPP;Skype:skype id|skype|im skype
    IMPP;IRC:irc id
    IMPP;ICQ:icq id|icq|im icq
    IMPP;GoogleTalk:google id|google talk
    IMPP;MSN:msn id|msn|im msn
    IMPP;AIM:aim id|screen name|aim|im aim
    IMPP;QQ:qq id
    IMPP;Jabber:jabber|im jabber|xmpp
    IMPP;Yahoo:yahoo|im yahoo
    X:distribution lists|primary|custom|account|billing information|directory server
    X:email display name|government id number|hobby|initials|internet free busy|keywords|location
    X:mileage|office location|organizational id number|priority|private|referred by|sensitivity|user
    X:connected on|yomi name|short name|subject|schools|organization yomi|organization symbol
    X:organization location|organization type|organization label
    *EMAIL.value:email value
    *EMAIL.label:email label|email type
    *TEL.value:phone value
    *TEL.label:phone label|phone type
    *URL.value:website value
    *URL.label:website label|website type
    *IMPP.value:im value
    *IMPP.label:im label|im type
    *IMPP.service:im service
    *IMPP;SIP.value:sip value
    *IMPP;SIP.label:sip label|sip type
    *CALURI.value:calendar link value
    *CALURI.label:calendar link label|calendar link type
    *X-ABDATE.value:event value
    *X-ABDATE.label:event label|event type
    *RELATED.value:relation value|relationship value
    *RELATED.label:relation label|relation type|relationship label|relationship type
    *X.value:custom field value
    *X.label:custom field label|custom field type
    *ADR.label:address label|address type
    *ADR.formatted:address formatted
    *ADR.0:address po box
    *ADR.1:address extended address
    *ADR.2:address street
    *ADR.3:address city
    *ADR.4:address region|address state
    *ADR.5:address postal code|address zip
    *ADR.6:address country
    """

  /// Outlook, Thunderbird, Windows Live Mail, Apple's, and tables by hand.
  private static let german = """
    N.1:vorname
    N.0:nachname|familienname|zuname
    N.3:anrede|namenspräfix|präfix
    N.2:weitere vornamen|2. vorname|zweiter vorname
    FN:anzeigename|vollständiger name
    TITLE?:titel
    PHONETIC.1:ausspracheform vorname
    PHONETIC.0:ausspracheform nachname
    NICKNAME:spitzname
    X-MAIDENNAME:geburtsname
    ORG.0:firma|unternehmen
    ORG.1:abteilung
    TITLE:arbeitstitel|berufsbezeichnung
    ROLE:beruf
    EMAIL;home:primäre e-mail-adresse|privat e-mail|e-mail privat
    EMAIL;work:arbeit e-mail|e-mail geschäftlich|e-mail dienstlich
    EMAIL:sekundäre e-mail-adresse|e-mail-adresse|e-mail: adresse|andere e-mail
    TEL:telefon|telefonnummer|weiteres telefon|andere telefonnummer|rufnummer|haupttelefon
    TEL;work:tel. dienstlich|telefon geschäftlich|arbeit telefon|telefon dienstlich
    TEL;home:tel. privat|telefon privat|privat telefon
    TEL;cell:mobil-tel.-nr.|mobiltelefon|mobil|handy|mobilnummer|handynummer
    TEL;pager:pager-nummer|pager nummer
    TEL;home,work,fax:fax-nummer
    TEL;work,fax:fax geschäftlich|arbeit fax
    TEL;home,fax:fax privat|privat fax
    TEL;fax:weiteres fax
    TEL;textphone:telefon für hörbehinderte
    TEL;work#Company Main:telefon firma
    TEL#Main:hauptnummer
    TEL#Assistant:telefon assistent
    TEL#Callback:rückmeldung
    TEL#Car:autotelefon
    ADR.2:adresse|anschrift|straße|strasse|weitere straße|andere adr. strasse
    ADR.3:stadt|wohnort|weiterer ort|andere adr. stadt
    ADR.3?:ort
    ADR.4:bundesland|weiteres/r bundesland/kanton|andere adr. bundesland
    ADR.5:plz|postleitzahl|weitere postleitzahl|andere adr. plz
    ADR.6:land|weiteres/e land/region|andere adr. land
    ADR.0:postfach|weiteres postfach
    ADR;home.2:privat: adresse|adresse privat|straße privat|privat: adresse 2|privatadresse strasse
    ADR;home.3:privat: ort|ort privat|privatadresse stadt
    ADR;home.4:privat: bundesland|bundesland/kanton privat|bundesland privat|privatadresse bundesland
    ADR;home.5:privat: plz|postleitzahl privat|privatadresse plz
    ADR;home.6:privat: land|land/region privat|privatadresse land
    ADR;home.0:postfach privat
    ADR;work.2:dienstlich: adresse|adresse geschäftlich|straße geschäftlich|dienstlich: adresse 2
    ADR;work.2:arbeitsadresse strasse
    ADR;work.3:dienstlich: ort|ort geschäftlich|arbeitsadresse stadt
    ADR;work.4:dienstlich: bundesland|region geschäftlich|bundesland geschäftlich
    ADR;work.4:arbeitsadresse bundesland
    ADR;work.5:dienstlich: plz|postleitzahl geschäftlich|arbeitsadresse plz
    ADR;work.6:dienstlich: land|land/region geschäftlich|arbeitsadresse land
    ADR;work.0:postfach geschäftlich
    URL;work:webseite|webseite geschäftlich
    URL;home:webseite 2|webseite privat
    BDAY.y:geburtsjahr
    BDAY.m:geburtsmonat
    BDAY.d?:geburtstag
    BDAY:geburtsdatum
    ANNIVERSARY:jahrestag|hochzeitstag
    NOTE:notizen|notiz|bemerkung|bemerkungen|kommentar
    CATEGORIES:kategorien|kategorie|gruppen|gruppe
    GENDER:geschlecht
    LANG:sprache
    RELATED;spouse:partner|ehepartner
    RELATED;child:kinder
    RELATED;x-assistant:name assistent
    RELATED;x-manager:name des/der vorgesetzten
    IMPP;AIM:messenger-name|arbeit aim|privat aim
    IMPP;Jabber:arbeit jabber|privat jabber
    IMPP;MSN:arbeit msn|privat msn
    IMPP;Yahoo:arbeit yahoo|privat yahoo
    IMPP;ICQ:arbeit icq|privat icq
    X:benutzerdef.|konto|abrechnungsinformation|verzeichnisserver|e-mail-typ|e-mail: typ
    X:e-mail: angezeigter name|regierungsnr.|initialen|internet-frei/gebucht|stichwörter
    X:reisekilometer|büro|organisationsnr.|priorität|privat|empfohlen von|vertraulichkeit|benutzer
    """

  private static let french = """
    TITLE?:titre
    N.1:prénom
    N.2:deuxième prénom
    N.0:nom de famille
    FN?:nom
    FN:nom complet|nom à afficher
    N.4:suffixe
    NICKNAME:surnom|pseudo
    ORG.0:société|organisation|entreprise
    ORG.1:service
    TITLE:fonction
    EMAIL:adresse de messagerie|courriel|adresse e-mail|adresse électronique secondaire
    EMAIL;home:adresse électronique principale|première adresse électronique
    TEL:téléphone|téléphone (autre)|téléphone principal
    TEL;work:téléphone (bureau)|téléphone professionnel
    TEL;home:téléphone (domicile)|téléphone personnel
    TEL;cell:tél. mobile|portable|téléphone portable|téléphone mobile
    TEL;pager:récepteur de radiomessagerie
    TEL;work,fax:télécopie (bureau)
    TEL;home,fax:télécopie (domicile)
    TEL;fax:télécopie (autre)|télécopie
    TEL;textphone:téléphone tdd/tty
    TEL;work#Company Main:téléphone société
    TEL#Assistant:téléphone de l'assistant(e)
    TEL#Callback:rappel
    TEL#Car:téléphone (voiture)
    TEL#ISDN:rnis
    TEL#Radio:radio téléphone
    TEL#Telex:télex
    ADR;work.2:adresse professionnelle|rue (bureau)
    ADR;work.3:ville (bureau)
    ADR;work.4:dép/région (bureau)
    ADR;work.5:code postal (bureau)
    ADR;work.6:pays/région (bureau)
    ADR;work.0:b.p. professionnelle
    ADR;home.2:adresse personnelle|rue (domicile)
    ADR;home.3:ville (domicile)
    ADR;home.4:dép/région (domicile)
    ADR;home.5:code postal (domicile)
    ADR;home.6:pays/région (domicile)
    ADR;home.0:boîte postale du domicile
    ADR.2:rue (autre)|rue
    ADR.3:ville (autre)|ville
    ADR.4:dép/région (autre)
    ADR.5:code postal (autre)|code postal
    ADR.6:pays/région (autre)|pays
    ADR.0:autre boîte postale
    URL;work:page web
    BDAY:anniversaire|date de naissance
    ANNIVERSARY:anniversaire de mariage ou fête
    NOTE:remarques|commentaires
    CATEGORIES:catégories|groupes
    GENDER:sexe
    LANG:langue
    RELATED;spouse:conjoint(e)
    RELATED;child:enfants
    RELATED;x-assistant:nom de l'assistant(e)
    RELATED;x-manager:responsable
    X:compte|informations facturation|serveur d'annuaire|type de messagerie
    X:nom complet de l'adresse de messagerie|code gouvernement|passe-temps|initiales
    X:disponibilité internet|mots clés|emplacement|kilométrage|bureau|priorité|privé
    X:numéro d'identification de l'organisation|recommandé par|critère de diffusion|utilisateur
    """

  private static let spanish = """
    TITLE?:título
    FN?:nombre
    FN:nombre completo
    N.2:segundo nombre
    N.0:apellidos|apellido
    N.4:sufijo
    NICKNAME:apodo|alias
    ORG.0:organización|empresa|compañía
    ORG.1:departamento
    TITLE:puesto|cargo
    ROLE:profesión
    EMAIL:dirección de correo electrónico|dirección del correo electrónico|correo electrónico|correo
    TEL:teléfono|otro teléfono|teléfono principal
    TEL;work:teléfono del trabajo
    TEL;home:particular|teléfono particular
    TEL;cell:móvil|teléfono móvil|celular
    TEL;pager:buscapersonas|localizador
    TEL;work,fax:fax del trabajo
    TEL;home,fax:fax particular
    TEL;fax:otro fax
    TEL;textphone:número de teletipo
    TEL;work#Company Main:número de centralita de la organización
    TEL#Callback:devolución de llamada
    TEL#Radio:radioteléfono
    TEL#Telex:télex
    ADR;work.2:dirección trabajo|calle del trabajo
    ADR;work.3:ciudad de trabajo
    ADR;work.4:provincia o estado de trabajo
    ADR;work.5:código postal del trabajo
    ADR;work.6:país o región del trabajo
    ADR;work.0:apartado postal de la dirección del trabajo
    ADR;home.2:dirección particular|calle particular
    ADR;home.3:ciudad particular
    ADR;home.4:provincia o estado particular
    ADR;home.5:código postal particular
    ADR;home.6:país o región del domicilio
    ADR;home.0:apartado postal de la dirección personal
    ADR.2:otra calle|calle|dirección
    ADR.3:otra ciudad|ciudad
    ADR.4:otra provincia o estado|provincia
    ADR.5:otro código postal|código postal
    ADR.6:otro país o región|país
    ADR.0:otro apartado postal
    URL;work:página web|sitio web
    BDAY:cumpleaños|fecha de nacimiento
    ANNIVERSARY:aniversario
    NOTE:notas
    CATEGORIES:categorías|grupos
    GENDER:género|sexo
    LANG:idioma
    RELATED;spouse:cónyuge
    RELATED;child:hijos
    RELATED;x-manager:nombre del director
    X:facturación|servidor de directorio|nombre de pantalla de correo electrónico|aficiones
    X:tipo de correo electrónico|kilometraje|prioridad|remitido por|confidencialidad|usuario
    """

  private static let italian = """
    FN?:nome
    N.0:cognome
    N.2:secondo nome
    N.3:titolo
    NICKNAME:soprannome
    ORG.0:società|azienda|organizzazione
    ORG.1:reparto
    TITLE:posizione|qualifica
    EMAIL:indirizzo posta elettronica|posta elettronica|indirizzo e-mail|indirizzo di posta elettronica
    TEL:telefono
    TEL;work:telefono (uff.)|ufficio|telefono ufficio
    TEL;home:abitazione|telefono abitazione|telefono (ab.)
    TEL;cell:cellulare|telefono cellulare
    TEL;work,fax:fax (uff.)
    TEL;home,fax:fax (ab.)
    BDAY:compleanno|data di nascita
    ANNIVERSARY:anniversario
    NOTE:note|annotazioni
    CATEGORIES:categorie
    URL;work:pagina web
    """

  private static let dutch = """
    N.1:voornaam
    N.0:achternaam
    N.2:middelste naam|tussenvoegsel
    FN?:naam
    FN:weergavenaam
    NICKNAME:bijnaam
    ORG.0:bedrijf|organisatie
    ORG.1:afdeling
    TITLE:functie
    EMAIL:e-mailadres
    TEL:telefoon|telefoonnummer
    TEL;work:telefoon op werk|zakelijke telefoon
    TEL;home:telefoon thuis
    TEL;cell:mobiele telefoon|mobiel
    TEL;work,fax:fax op werk
    TEL;home,fax:fax thuis
    BDAY:verjaardag|geboortedatum
    ANNIVERSARY:speciale datum
    NOTE:notities|opmerkingen
    CATEGORIES:categorieën
    URL;work:webpagina
    """

  private static let portuguese = """
    N.0:sobrenome|apelido
    N.2:segundo nome|nome do meio
    FN:nome completo|nome para exibição
    ORG.0:empresa|organização
    ORG.1:departamento
    TITLE:cargo
    EMAIL:endereço de e-mail|endereço de correio electrónico|endereço de correio eletrônico|e-mail
    TEL:telefone
    TEL;work:telefone comercial|telefone do emprego
    TEL;home:telefone residencial|telefone da residência
    TEL;cell:telefone celular|telemóvel|telefone móvel
    TEL;work,fax:fax comercial|fax do emprego
    TEL;home,fax:fax residencial
    BDAY:aniversário|data de nascimento
    NOTE:anotações|observações
    CATEGORIES:categorias
    URL;work:página da web
    """

  /// Danish, Norwegian, Swedish and Finnish.
  private static let nordic = """
    N.1:förnamn|fornavn|etunimi
    N.0:efternamn|efternavn|etternavn|sukunimi
    N.2:mellannamn|mellemnavn|mellomnavn|toinen nimi
    FN?:namn|navn|nimi
    ORG.0:företag|firma|yritys
    ORG.1:avdelning|afdeling|avdeling|osasto
    TITLE:befattning|stilling|tehtävänimike
    EMAIL:e-postadress|e-mail-adresse|e-postadresse|e-post|sähköposti|sähköpostiosoite
    TEL:telefon|telefonnummer|puhelin
    TEL;work:telefon, arbete|arbejdstelefon|telefon, arbeid|työpuhelin
    TEL;home:hemtelefon|privattelefon|telefon hjemme|kotipuhelin
    TEL;cell:mobiltelefon|mobil|matkapuhelin
    BDAY:födelsedag|fødselsdag|bursdag|syntymäpäivä
    NOTE:anteckningar|noter|notater|muistiinpanot
    CATEGORIES:kategorier|luokat
    URL;work:webbsida|webside|verkkosivu
    """

  /// Czech, Polish and Russian.
  private static let slavic = """
    N.1:imię|jméno|имя
    N.0:nazwisko|příjmení|фамилия
    N.2:drugie imię|отчество
    ORG.0:firma|společnost|organizacja|организация|компания
    ORG.1:dział|oddělení|отдел
    TITLE:stanowisko|funkce|pozice|должность
    EMAIL:adres e-mail|e-mailová adresa|адрес эл. почты|адрес электронной почты|электронная почта
    TEL:telefon|телефон
    TEL;work:telefon służbowy|telefon do práce|рабочий телефон|телефон раб.
    TEL;home:telefon domowy|telefon domů|домашний телефон|телефон дом.
    TEL;cell:telefon komórkowy|mobilní telefon|мобильный телефон|телефон переносной
    BDAY:urodziny|data urodzenia|narozeniny|день рождения
    NOTE:notatki|poznámky|заметки
    CATEGORIES:kategorie|категории
    URL;work:strona sieci web|webová stránka|веб-страница
    """

  /// Chinese, Japanese, Korean and Turkish.
  private static let eastern = """
    N.1:名|名字|이름|ad|adı
    N.0:姓|姓氏|성|soyadı|soyad
    FN:氏名|表示名|姓名|显示名称|顯示名稱|이름 전체|görünen ad
    ORG.0:会社|会社名|公司|單位|单位|회사|şirket
    ORG.1:部署|部门|部門|부서|bölüm
    TITLE:役職|职务|職稱|직함|iş unvanı
    EMAIL:電子メール アドレス|電子メール|メールアドレス|电子邮件地址|电子邮件|電子郵件地址|電子郵件
    EMAIL:전자 메일 주소|전자 메일|이메일|e-posta adresi|e-posta
    TEL:電話|電話番号|电话|전화|telefon numarası
    TEL;work:会社電話|商务电话|公司電話|商務電話|근무처 전화|iş telefonu
    TEL;home:自宅電話|住宅电话|住家電話|집 전화 번호|집 전화|ev telefonu
    TEL;cell:携帯電話|移动电话|手机|行動電話|휴대폰|cep telefonu
    BDAY:誕生日|生日|생일|doğum günü
    NOTE:メモ|备注|附註|附注|메모|notlar
    CATEGORIES:分類項目|类别|類別|범주 항목|kategoriler
    """
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
