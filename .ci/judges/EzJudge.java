import ezvcard.VCard;
import ezvcard.VCardVersion;
import ezvcard.ValidationWarnings;
import ezvcard.io.text.VCardReader;
import ezvcard.property.VCardProperty;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** ez-vcard as a judge: what it warns of while reading, and what its validator says. */
class EzJudge {
  public static void main(String[] arguments) throws Exception {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = input.readLine()) != null; ) {
      String[] fields = line.split("\t");
      int cards = 0;
      List<String> faults = new ArrayList<>();
      // It guesses the charset from the machine when it is given a file.
      String text = new String(Files.readAllBytes(new File(fields[0]).toPath()), StandardCharsets.UTF_8);
      VCardVersion version =
          fields[1].equals("vcard4") ? VCardVersion.V4_0 : fields[1].equals("vcard3") ? VCardVersion.V3_0 : VCardVersion.V2_1;
      try (VCardReader reader = new VCardReader(text)) {
        for (VCard card; (card = reader.readNext()) != null; ) {
          cards++;
          for (Object warning : reader.getWarnings()) faults.add("read: " + warning);
          // Of 2.1 its validator knows little more than which properties came later.
          if (version == VCardVersion.V2_1) continue;
          for (Map.Entry<VCardProperty, List<ezvcard.ValidationWarning>> entry : card.validate(version)) {
            String name = entry.getKey() == null ? "" : entry.getKey().getClass().getSimpleName() + ": ";
            for (Object warning : entry.getValue()) faults.add("check: " + name + warning);
          }
        }
      } catch (Throwable error) {
        faults.add("read: " + error);
      }
      String told = String.join(" | ", faults).replaceAll("[\\t\\r\\n]+", " ");
      System.out.write((cards + "\t-\t" + told + "\n").getBytes(StandardCharsets.UTF_8));
      System.out.flush();
    }
  }
}
