import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A small command-line program in Java; greet.mjs and greet.sh are the same in other languages. */
public class Greet {
  static final String SCHEMA =
      """
      {"tools": [
        {"name": "greet", "description": "Greets somebody",
         "parameters": {"type": "object", "required": ["name"], "properties": {
           "name": {"type": "string"}, "times": {"type": "integer"}, "loud": {"type": "boolean"}}},
         "cli_command": ["greet", "--times", "{times}", "--loud", "{loud}", "--", "{name}"]},
        {"name": "back", "description": "Gives its arguments back", "parameters": {"type": "object"}},
        {"name": "refuse", "description": "Fails", "cli_command": ["refuse"]}
      ]}
      """;

  static String greet(List<String> words) {
    int end = words.indexOf("--");
    List<String> options = words.subList(0, end);
    int at = options.indexOf("--times");
    int times = at < 0 ? 1 : Integer.parseInt(options.get(at + 1));
    String text = ("Hello " + words.get(end + 1) + "!").repeat(times);
    return options.contains("--loud") ? text.toUpperCase(Locale.ROOT) : text;
  }

  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    switch (args[0]) {
      case "schema" -> out.print(SCHEMA);
      case "greet" -> {
        String text = greet(Arrays.asList(args));
        out.println("{\"greeting\":\"" + text.replaceAll("[\\\\\"]", "\\\\$0") + "\"}");
      }
      case "back" -> {
        byte[] given = System.in.readAllBytes();
        out.println("{\"got\":" + new String(given, StandardCharsets.UTF_8) + "}");
      }
      default -> {
        System.err.println("greet: refused, as always");
        System.exit(3);
      }
    }
  }
}
