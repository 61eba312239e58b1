import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small MCP server, as somebody might be writing one: stdio, revision 2025-11-25, no library. It
 * knows nothing of Pitstop.
 */
public class WeatherServer {
  record Tool(String about, List<String> parameters, Function<Map<String, String>, String> code) {}

  static final Map<String, Integer> CELSIUS = Map.of("Oslo", 4, "Lisbon", 19, "Nairobi", 24);
  static final Map<String, Tool> TOOLS = new LinkedHashMap<>();

  static {
    tool("cities", "Which cities there are", List.of(), a -> "Lisbon, Nairobi, Oslo");
    tool("forecast", "The weather in a city", List.of("city"), a -> forecast(a.get("city")));
  }

  static void tool(
      String name, String about, List<String> parameters, Function<Map<String, String>, String> code) {
    TOOLS.put(name, new Tool(about, parameters, code));
  }

  static String forecast(String city) {
    return city + ": " + celsius(city) + " degrees";
  }

  static int celsius(String city) {
    if (!CELSIUS.containsKey(city)) {
      throw new NoSuchElementException(city);
    }
    return CELSIUS.get(city);
  }

  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Matcher id = ID.matcher(line);
      if (id.find()) {
        String answer = answer(strings(line));
        System.out.println("{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + "," + answer + "}");
      }
    }
  }

  static String answer(Map<String, String> request) {
    return switch (request.getOrDefault("method", "")) {
      case "initialize" ->
          "\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
              + "\"serverInfo\":{\"name\":\"weather\",\"version\":\"1.0.0\"}}";
      case "ping" -> "\"result\":{}";
      case "tools/list" -> "\"result\":{\"tools\":[" + list() + "]}";
      case "tools/call" -> {
        Tool tool = TOOLS.get(request.getOrDefault("name", ""));
        yield tool == null
            ? "\"error\":{\"code\":-32602,\"message\":\"unknown tool\"}"
            : "\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
                + quote(tool.code().apply(request)) + "}]}";
      }
      default -> "\"error\":{\"code\":-32601,\"message\":\"unknown method\"}";
    };
  }

  static String list() {
    StringBuilder out = new StringBuilder();
    for (Map.Entry<String, Tool> tool : TOOLS.entrySet()) {
      StringBuilder properties = new StringBuilder();
      StringBuilder required = new StringBuilder();
      for (String parameter : tool.getValue().parameters()) {
        String comma = properties.isEmpty() ? "" : ",";
        properties.append(comma).append(quote(parameter)).append(":{\"type\":\"string\"}");
        required.append(comma).append(quote(parameter));
      }
      out.append(out.isEmpty() ? "" : ",").append("{\"name\":").append(quote(tool.getKey()))
          .append(",\"description\":").append(quote(tool.getValue().about()))
          .append(",\"inputSchema\":{\"type\":\"object\",\"properties\":{").append(properties)
          .append("},\"required\":[").append(required).append("]}}");
    }
    return out.toString();
  }

  // Just enough JSON for this server: the id as it is written, and every member that is a string.

  static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(\"[^\"]*\"|-?[0-9]+)");
  static final Pattern STRING = Pattern.compile("\"([^\"]*)\"\\s*:\\s*\"([^\"]*)\"");

  static Map<String, String> strings(String json) {
    Map<String, String> found = new HashMap<>();
    Matcher member = STRING.matcher(json);
    while (member.find()) {
      found.put(member.group(1), member.group(2));
    }
    return found;
  }

  static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
