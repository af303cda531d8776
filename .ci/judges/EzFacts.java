import ezvcard.VCard;
import ezvcard.io.scribe.ScribeIndex;
import ezvcard.io.text.VCardReader;
import ezvcard.parameter.VCardParameters;
import ezvcard.property.*;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.TreeSet;

/**
 * What ez-vcard reads in its own sample cards, which is what its tests assert: a line for each property
 * with file, card, group, name, types and value. Arguments: the folder that paths are relative to, and
 * the files.
 */
class EzFacts {
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    ScribeIndex index = new ScribeIndex();
    for (int i = 1; i < arguments.length; i++) {
      try (VCardReader reader = new VCardReader(new File(arguments[0], arguments[i]))) {
        int number = 0;
        for (VCard card; (card = reader.readNext()) != null; number++) {
          for (VCardProperty property : card.getProperties()) {
            String name = property instanceof RawProperty
                ? ((RawProperty) property).getPropertyName() : index.getPropertyScribe(property).getPropertyName();
            TreeSet<String> types = new TreeSet<>();
            for (String type : property.getParameters().get(VCardParameters.TYPE)) types.add(type.toLowerCase(Locale.ROOT));
            if (Integer.valueOf(1).equals(property.getParameters().getPref())) types.add("pref");
            String group = property.getGroup() == null ? "" : property.getGroup().toLowerCase(Locale.ROOT);
            out.println(String.join("\t", arguments[i], "" + number, group, name.toUpperCase(Locale.ROOT),
                String.join(",", types), brief(value(property))));
            String label = property instanceof Address ? ((Address) property).getLabel() : null;
            if (label != null) {
              out.println(String.join("\t", arguments[i], "" + number, group, "LABEL", String.join(",", types), brief(label)));
            }
          }
        }
      }
    }
    out.flush();
  }

  /** A value as the test writes it: components joined by `;`, list values by `,`. */
  static String value(VCardProperty property) {
    if (property instanceof StructuredName) {
      StructuredName name = (StructuredName) property;
      return structure(one(name.getFamily()), one(name.getGiven()), name.getAdditionalNames(), name.getPrefixes(), name.getSuffixes());
    }
    if (property instanceof Address) {
      Address address = (Address) property;
      return structure(address.getPoBoxes(), address.getExtendedAddresses(), address.getStreetAddresses(),
          address.getLocalities(), address.getRegions(), address.getPostalCodes(), address.getCountries());
    }
    if (property instanceof TextListProperty) {
      return String.join(property instanceof Organization ? ";" : ",", ((TextListProperty) property).getValues());
    }
    if (property instanceof Telephone) {
      Telephone number = (Telephone) property;
      return number.getText() != null ? number.getText() : number.getUri().toString();
    }
    if (property instanceof BinaryProperty) {
      BinaryProperty<?> binary = (BinaryProperty<?>) property;
      return binary.getData() != null ? binary.getData().length + " bytes" : binary.getUrl();
    }
    if (property instanceof DateOrTimeProperty) {
      DateOrTimeProperty date = (DateOrTimeProperty) property;
      if (date.getPartialDate() != null) return date.getPartialDate().toISO8601(false);
      return date.getDate() != null ? new SimpleDateFormat("yyyyMMdd").format(date.getDate()) : date.getText();
    }
    if (property instanceof Revision) {
      SimpleDateFormat format = new SimpleDateFormat("yyyyMMdd'T'HHmmss'Z'");
      format.setTimeZone(TimeZone.getTimeZone("UTC"));
      return format.format(((Revision) property).getValue());
    }
    if (property instanceof Geo) return ((Geo) property).getLatitude() + "," + ((Geo) property).getLongitude();
    if (property instanceof Timezone) {
      Timezone zone = (Timezone) property;
      return zone.getOffset() != null ? zone.getOffset().toString(false) : zone.getText();
    }
    if (property instanceof Gender) return ((Gender) property).getGender();
    if (property instanceof Impp) return ((Impp) property).getUri().toString();
    // Of what it does not know it keeps the text as written.
    if (property instanceof RawProperty) {
      return ((RawProperty) property).getValue().replaceAll("\\\\([,;:])", "$1").replaceAll("\\\\[nN]", "\n");
    }
    return String.valueOf(((SimpleProperty<?>) property).getValue());
  }

  static List<String> one(String text) {
    List<String> list = new ArrayList<>();
    if (text != null) list.add(text);
    return list;
  }

  @SafeVarargs
  static String structure(List<String>... components) {
    List<String> texts = new ArrayList<>();
    for (List<String> component : components) texts.add(String.join(",", component));
    return String.join(";", texts).replaceAll(";+$", "");
  }

  /** A text of one line; of a long one its beginning, its length in scalars, and its 64-bit FNV-1a. */
  static String brief(String text) {
    text = text.replaceAll("\r\n|\r|\n", "\\\\n").replace("\t", "\\t");
    text = text.codePoints().map(c -> c < 0x20 ? 0x2400 + c : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    int length = text.codePointCount(0, text.length());
    if (length <= 40) return text;
    long hash = 0xcbf29ce484222325L;
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) hash = (hash ^ (octet & 0xff)) * 0x100000001b3L;
    return text.substring(0, text.offsetByCodePoints(0, 16)) + "… " + length + " " + String.format("%016x", hash);
  }
}
