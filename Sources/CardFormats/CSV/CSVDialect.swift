/// The columns of a program, by which a table is written.
public enum CSVDialect: String, CaseIterable, Sendable {
  /// Google's since 2024.
  case google
  /// Those of Outlook in English, German, French and Spanish.
  case outlook
  case outlookGerman = "outlook-de"
  case outlookFrench = "outlook-fr"
  case outlookSpanish = "outlook-es"
  /// Thunderbird's in English.
  case thunderbird
  /// A few columns for people.
  case plain

  /// Columns with numbers that say values of one kind.
  struct Numbered: Sendable {
    let properties: [String]
    let name: String
    let parts: [String]
  }

  /// The columns that every table has.
  var columns: [String] {
    let text =
      switch self {
      case .google: CSVDialect.googleColumns
      case .outlook: CSVDialect.outlookColumns
      case .outlookGerman: CSVDialect.germanColumns
      case .outlookFrench: CSVDialect.frenchColumns
      case .outlookSpanish: CSVDialect.spanishColumns
      case .thunderbird: CSVDialect.thunderbirdColumns
      case .plain: CSVDialect.plainColumns
      }
    return text.split { $0 == "|" || $0 == "\n" }.map(String.init)
  }

  /// The columns that a table has as often as some card needs them, in their order.
  var numbered: [Numbered] { self == .google ? CSVDialect.googleNumbered : [] }

  private static let googleNumbered = [
    Numbered(properties: ["EMAIL"], name: "E-mail", parts: ["Label", "Value"]),
    Numbered(properties: ["TEL"], name: "Phone", parts: ["Label", "Value"]),
    Numbered(
      properties: ["ADR"], name: "Address",
      parts: [
        "Label", "Formatted", "Street", "City", "PO Box", "Region", "Postal Code", "Country",
        "Extended Address",
      ]),
    Numbered(
      properties: ["RELATED", "X-ABRELATEDNAMES"], name: "Relation", parts: ["Label", "Value"]),
    Numbered(properties: ["URL"], name: "Website", parts: ["Label", "Value"]),
    Numbered(properties: ["ANNIVERSARY", "X-ABDATE"], name: "Event", parts: ["Label", "Value"]),
    Numbered(properties: [], name: custom, parts: ["Label", "Value"]),
  ]

  /// What Google has for whatever has no column.
  static let custom = "Custom Field"

  private static let googleColumns = """
    First Name|Middle Name|Last Name|Phonetic First Name|Phonetic Middle Name|Phonetic Last Name
    Name Prefix|Name Suffix|Nickname|File As|Organization Name|Organization Title
    Organization Department|Birthday|Notes|Photo|Labels
    """

  private static let outlookColumns = """
    Title|First Name|Middle Name|Last Name|Suffix|Company|Department|Job Title|Business Street
    Business Street 2|Business Street 3|Business City|Business State|Business Postal Code
    Business Country/Region|Home Street|Home Street 2|Home Street 3|Home City|Home State
    Home Postal Code|Home Country/Region|Other Street|Other Street 2|Other Street 3|Other City
    Other State|Other Postal Code|Other Country/Region|Assistant's Phone|Business Fax|Business Phone
    Business Phone 2|Callback|Car Phone|Company Main Phone|Home Fax|Home Phone|Home Phone 2|ISDN
    Mobile Phone|Other Fax|Other Phone|Pager|Primary Phone|Radio Phone|TTY/TDD Phone|Telex
    Anniversary|Assistant's Name|Birthday|Business Address PO Box|Categories|Children|E-mail Address
    E-mail 2 Address|E-mail 3 Address|Gender|Home Address PO Box|Language|Manager's Name|Notes
    Other Address PO Box|Profession|Spouse|Web Page
    """

  private static let germanColumns = """
    Anrede|Vorname|Weitere Vornamen|Nachname|Suffix|Firma|Abteilung|Position|Straße geschäftlich
    Straße geschäftlich 2|Straße geschäftlich 3|Ort geschäftlich|Region geschäftlich
    Postleitzahl geschäftlich|Land/Region geschäftlich|Straße privat|Straße privat 2|Straße privat 3
    Ort privat|Bundesland/Kanton privat|Postleitzahl privat|Land/Region privat|Weitere Straße
    Weitere Straße 2|Weitere Straße 3|Weiterer Ort|Weiteres/r Bundesland/Kanton
    Weitere Postleitzahl|Weiteres/e Land/Region|Telefon Assistent|Fax geschäftlich
    Telefon geschäftlich|Telefon geschäftlich 2|Rückmeldung|Autotelefon|Telefon Firma|Fax privat
    Telefon privat|Telefon privat 2|ISDN|Mobiltelefon|Weiteres Fax|Weiteres Telefon|Pager
    Haupttelefon|Telefon für Hörbehinderte|Telex|Jahrestag|Name Assistent|Geburtstag
    Postfach geschäftlich|Kategorien|Kinder|E-Mail-Adresse|E-Mail 2: Adresse|E-Mail 3: Adresse
    Geschlecht|Postfach privat|Sprache|Name des/der Vorgesetzten|Notizen|Weiteres Postfach|Beruf
    Partner|Webseite
    """

  private static let frenchColumns = """
    Titre|Prénom|Deuxième prénom|Nom|Suffixe|Société|Service|Fonction|Rue (bureau)|Rue (bureau) 2
    Rue (bureau) 3|Ville (bureau)|Dép/Région (bureau)|Code postal (bureau)|Pays/Région (bureau)
    Rue (domicile)|Rue (domicile) 2|Rue (domicile) 3|Ville (domicile)|Dép/Région (domicile)
    Code postal (domicile)|Pays/Région (domicile)|Rue (autre)|Rue (autre) 2|Rue (autre) 3
    Ville (autre)|Dép/Région (autre)|Code postal (autre)|Pays/Région (autre)
    Téléphone de l'assistant(e)|Télécopie (bureau)|Téléphone (bureau)|Téléphone 2 (bureau)|Rappel
    Téléphone (voiture)|Téléphone société|Télécopie (domicile)|Téléphone (domicile)
    Téléphone 2 (domicile)|RNIS|Tél. mobile|Télécopie (autre)|Téléphone (autre)
    Récepteur de radiomessagerie|Téléphone principal|Radio téléphone|Téléphone TDD/TTY|Télex
    Anniversaire de mariage ou fête|Nom de l'assistant(e)|Anniversaire|B.P. professionnelle
    Catégories|Enfants|Adresse de messagerie|Adresse de messagerie 2|Adresse de messagerie 3|Sexe
    Boîte postale du domicile|Langue|Responsable|Notes|Autre boîte postale|Profession|Conjoint(e)
    Page Web
    """

  private static let spanishColumns = """
    Título|Nombre|Segundo nombre|Apellidos|Sufijo|Organización|Departamento|Puesto|Calle del trabajo
    Calle del trabajo 2|Calle del trabajo 3|Ciudad de trabajo|Provincia o estado de trabajo
    Código postal del trabajo|País o región del trabajo|Calle particular|Calle particular 2
    Calle particular 3|Ciudad particular|Provincia o estado particular|Código postal particular
    País o región del domicilio|Otra calle|Otra calle 2|Otra calle 3|Otra ciudad
    Otra provincia o estado|Otro código postal|Otro país o región|Fax del trabajo
    Teléfono del trabajo|Teléfono del trabajo 2|Devolución de llamada
    Número de centralita de la organización|Fax particular|Particular|Particular 2|Móvil|Otro fax
    Otro teléfono|Localizador|Radioteléfono|Número de teletipo|Télex|Aniversario|Cumpleaños
    Apartado postal de la dirección del trabajo|Categorías|Hijos|Dirección de correo electrónico
    Dirección de correo electrónico 2|Dirección del correo electrónico 3|Género
    Apartado postal de la dirección personal|Idioma|Nombre del director|Notas|Otro apartado postal
    Profesión|Cónyuge|Página Web
    """

  private static let thunderbirdColumns = """
    First Name|Last Name|Display Name|Nickname|Primary Email|Secondary Email|Screen Name|Work Phone
    Home Phone|Fax Number|Pager Number|Mobile Number|Home Address|Home Address 2|Home City|Home State
    Home ZipCode|Home Country|Work Address|Work Address 2|Work City|Work State|Work ZipCode
    Work Country|Job Title|Department|Organization|Web Page 1|Web Page 2|Birth Year|Birth Month
    Birth Day|Custom 1|Custom 2|Custom 3|Custom 4|Notes
    """

  private static let plainColumns = """
    Full Name|Prefix|First Name|Middle Name|Last Name|Suffix|Nickname|Company|Department|Job Title
    Role|Email|Email 2|Email Home|Email Work|Phone|Phone 2|Phone Home|Phone Work|Phone Mobile|Fax
    Street|City|State|Postal Code|Country|Home Street|Home City|Home State|Home Postal Code
    Home Country|Work Street|Work City|Work State|Work Postal Code|Work Country|Website|Birthday
    Anniversary|Categories|Notes
    """
}
