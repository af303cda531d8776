import ezvcard.VCard;
import ezvcard.VCardVersion;
import ezvcard.io.text.VCardReader;
import ezvcard.io.text.VCardWriter;
import ezvcard.property.Address;
import ezvcard.property.BinaryProperty;
import ezvcard.property.DateOrTimeProperty;
import ezvcard.property.RawProperty;
import ezvcard.property.Revision;
import ezvcard.property.StructuredName;
import ezvcard.property.Telephone;
import ezvcard.property.TextListProperty;
import ezvcard.property.TextProperty;
import ezvcard.property.VCardProperty;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileInputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * ez-vcard: `java Ez parse|write FILE 3.0|4.0`; see README.md here.
 *
 * <p>The file is read (and written) over and over before the clock starts, for three seconds of the
 * processor, until the compiler of the virtual machine knows the work: the first cards take four
 * times as long.
 */
class Ez {
  private static final long WARMING_NANOSECONDS = 3_000_000_000L;
  private long cards;
  private long properties;
  private long octets;

  public static void main(String[] words) throws Exception {
    if (words.length != 3) System.exit(64);
    boolean writes = words[0].equals("write");
    VCardVersion version = words[2].equals("4.0") ? VCardVersion.V4_0 : VCardVersion.V3_0;
    long start = System.nanoTime();
    while (processorTime() < WARMING_NANOSECONDS)
      new Ez().run(words[1], writes ? OutputStream.nullOutputStream() : null, version, WARMING_NANOSECONDS);
    double warming = (System.nanoTime() - start) / 1e9;
    start = System.nanoTime();
    Ez work = new Ez();
    work.run(words[1], writes ? System.out : null, version, Long.MAX_VALUE);
    System.err.printf(Locale.ROOT, "{\"cards\":%d,\"properties\":%d,\"octets\":%d,"
        + "\"seconds\":%.6f,\"warming\":%.6f}%n",
        work.cards, work.properties, work.octets, (System.nanoTime() - start) / 1e9, warming);
  }

  /** What this thread has had of the processor, in nanoseconds. */
  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void run(String path, OutputStream target, VCardVersion version, long longest)
      throws Exception {
    // It guesses the charset from the machine when it is given a file; it reads characters one by one.
    try (VCardReader reader = new VCardReader(new BufferedReader(
            new InputStreamReader(new FileInputStream(path), StandardCharsets.UTF_8), 1 << 16))) {
      Writer text = target == null ? null
          : new BufferedWriter(new OutputStreamWriter(target, StandardCharsets.UTF_8), 1 << 16);
      VCardWriter writer = target == null ? null : new VCardWriter(text, version);
      for (VCard card;
          (longest == Long.MAX_VALUE || processorTime() < longest) && (card = reader.readNext()) != null; ) {
        cards++;
        for (VCardProperty property : card) touch(property);
        if (writer != null) writer.write(card);
      }
      if (writer != null) writer.flush();
    }
  }

  private void touch(VCardProperty property) {
    properties++;
    if (property instanceof TextProperty) {
      add(((TextProperty) property).getValue());
    } else if (property instanceof TextListProperty) {
      add(((TextListProperty) property).getValues());
    } else if (property instanceof StructuredName) {
      StructuredName name = (StructuredName) property;
      add(name.getFamily());
      add(name.getGiven());
      add(name.getAdditionalNames());
      add(name.getPrefixes());
      add(name.getSuffixes());
    } else if (property instanceof Address) {
      Address place = (Address) property;
      add(place.getPoBoxes());
      add(place.getExtendedAddresses());
      add(place.getStreetAddresses());
      add(place.getLocalities());
      add(place.getRegions());
      add(place.getPostalCodes());
      add(place.getCountries());
    } else if (property instanceof Telephone) {
      Telephone phone = (Telephone) property;
      add(phone.getText() != null ? phone.getText() : String.valueOf(phone.getUri()));
    } else if (property instanceof BinaryProperty) {
      BinaryProperty<?> binary = (BinaryProperty<?>) property;
      if (binary.getData() != null) octets += binary.getData().length; else add(binary.getUrl());
    } else if (property instanceof DateOrTimeProperty) {
      DateOrTimeProperty date = (DateOrTimeProperty) property;
      add(date.getText() != null ? date.getText()
          : String.valueOf(date.getDate() != null ? date.getDate() : date.getPartialDate()));
    } else if (property instanceof Revision) {
      add(String.valueOf(((Revision) property).getValue()));
    } else if (property instanceof RawProperty) {
      add(((RawProperty) property).getValue());
    } else {
      add(property.toString());
    }
  }

  private void add(String text) {
    if (text != null) octets += text.length();
  }

  private void add(List<String> texts) {
    for (String text : texts) add(text);
  }
}
