package dev.pitstop.doctor;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// All findings of one server.
///
/// @param name of the server
/// @param command its command line or URL, without secrets
public record Report(String name, String command, List<Finding> findings) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  /// How many findings have this mark.
  public long count(Mark mark) {
    return findings.stream().filter(f -> f.mark() == mark).count();
  }

  /// All reports as one JSON object (docs/doctor.md).
  ///
  /// @param world the world in which it was made
  public static String json(List<Report> reports, World world) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("pitstop", world.version());
    world.as().ifPresent(c -> root.put("as", c.client().id()));
    root.put("ok", reports.stream().allMatch(r -> r.count(Mark.FAIL) == 0));
    root.put("servers", reports.stream().map(Report::server).toList());
    return GSON.toJson(root) + "\n";
  }

  private Map<String, Object> server() {
    Map<String, Object> server = new LinkedHashMap<>();
    server.put("name", name);
    server.put("command", command);
    server.put("ok", count(Mark.FAIL) == 0);
    server.put("findings", findings.stream().map(Report::json).toList());
    return server;
  }

  private static Map<String, Object> json(Finding of) {
    Map<String, Object> finding = new LinkedHashMap<>();
    finding.put("mark", of.mark().name().toLowerCase(Locale.ROOT));
    finding.put("area", of.area());
    finding.put("text", of.text());
    of.remedy().ifPresent(r -> finding.put("remedy", r));
    if (!of.details().isEmpty()) {
      finding.put("details", of.details());
    }
    return finding;
  }
}
