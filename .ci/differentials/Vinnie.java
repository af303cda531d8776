import com.github.mangstadt.vinnie.VObjectProperty;
import com.github.mangstadt.vinnie.io.Context;
import com.github.mangstadt.vinnie.io.SyntaxRules;
import com.github.mangstadt.vinnie.io.VObjectDataListener;
import com.github.mangstadt.vinnie.io.VObjectPropertyValues;
import com.github.mangstadt.vinnie.io.VObjectReader;
import com.github.mangstadt.vinnie.io.Warning;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What the reader of ez-vcard (vinnie) makes of cards, one JSON object a line; see pyvobject.py beside this.
 * Arguments: the cards, and their lengths in octets, one a line.
 */
class Vinnie {
  private static final StringBuilder json = new StringBuilder();

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    try (DataInputStream cards = new DataInputStream(new java.io.BufferedInputStream(Files.newInputStream(Path.of(arguments[0]))));
        BufferedReader lengths = Files.newBufferedReader(Path.of(arguments[1]))) {
      for (String length; (length = lengths.readLine()) != null; ) {
        byte[] octets = new byte[Integer.parseInt(length)];
        cards.readFully(octets);
        json.setLength(0);
        json.append("{\"properties\":[");
        Listener listener = new Listener();
        String fault = null;
        try (VObjectReader reader = new VObjectReader(
            new StringReader(new String(octets, StandardCharsets.UTF_8)), SyntaxRules.vcard())) {
          // Files without a charset are UTF-8 for us.
          reader.setDefaultQuotedPrintableCharset(StandardCharsets.UTF_8);
          reader.parse(listener);
        } catch (Exception error) {
          fault = error.toString();
        }
        json.append("],\"fault\":");
        text(fault);
        out.println(json.append('}'));
      }
    }
    out.flush();
  }

  private static class Listener implements VObjectDataListener {
    private boolean isFirst = true;

    public void onComponentBegin(String name, Context context) {
      if (!context.getParentComponents().isEmpty()) property(null, "BEGIN", Map.of(), name, context);
    }

    public void onComponentEnd(String name, Context context) {
      if (!context.getParentComponents().isEmpty()) property(null, "END", Map.of(), name, context);
    }

    public void onVersion(String value, Context context) {
      if (context.getParentComponents().size() > 1) property(null, "VERSION", Map.of(), value, context);
    }

    public void onProperty(VObjectProperty property, Context context) {
      property(property.getGroup(), property.getName(), property.getParameters().getMap(), property.getValue(), context);
    }

    public void onWarning(Warning warning, VObjectProperty property, Exception error, Context context) {
      if (warning == Warning.MALFORMED_LINE) property(null, "", Map.of(), context.getUnfoldedLine(), context);
    }

    private void property(String group, String name, Map<String, List<String>> parameters, String value, Context context) {
      if (!isFirst) json.append(',');
      isFirst = false;
      json.append("{\"depth\":").append(Math.max(1, context.getParentComponents().size())).append(",\"group\":");
      text(group);
      json.append(",\"name\":");
      text(name);
      json.append(",\"parameters\":{");
      boolean isFirstParameter = true;
      for (Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
        if (!isFirstParameter) json.append(',');
        isFirstParameter = false;
        // One without a name, and one whose name is empty.
        text(parameter.getKey() == null ? "" : parameter.getKey().isEmpty() ? "=" : parameter.getKey());
        json.append(':');
        list(parameter.getValue());
      }
      json.append("},\"raw\":");
      text(value);
      json.append(",\"text\":");
      text(VObjectPropertyValues.unescape(value));
      json.append(",\"list\":");
      list(VObjectPropertyValues.parseList(value));
      json.append(",\"structure\":[");
      boolean isFirstComponent = true;
      for (List<String> component : VObjectPropertyValues.parseStructured(value)) {
        if (!isFirstComponent) json.append(',');
        isFirstComponent = false;
        list(component);
      }
      json.append("]}");
    }
  }

  private static void list(List<String> values) {
    json.append('[');
    for (int index = 0; index < values.size(); index++) {
      if (index > 0) json.append(',');
      text(values.get(index));
    }
    json.append(']');
  }

  private static void text(String value) {
    if (value == null) {
      json.append("null");
      return;
    }
    json.append('"');
    for (int index = 0; index < value.length(); index++) {
      char unit = value.charAt(index);
      if (unit == '"' || unit == '\\') json.append('\\').append(unit);
      else if (unit < 0x20 || unit == 0x7F || Character.isSurrogate(unit)) json.append(String.format("\\u%04x", (int) unit));
      else json.append(unit);
    }
    json.append('"');
  }
}
