package dev.pitstop.doctor;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Locale;

/// All findings of one server.
///
/// @param name of the server
/// @param command its command line or URL, without secrets
public record Report(String name, String command, List<Finding> findings) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  public Report {
    findings = List.copyOf(findings);
  }

  /// How many findings have this mark.
  public long count(Mark mark) {
    return findings.stream().filter(f -> f.mark() == mark).count();
  }

  /// All reports as one JSON object (docs/doctor.md).
  ///
  /// @param world the world in which it was made
  public static String json(List<Report> reports, World world) {
    JsonObject root = new JsonObject();
    root.addProperty("pitstop", world.version());
    world.as().ifPresent(c -> root.addProperty("as", c.client().id()));
    root.addProperty("ok", reports.stream().allMatch(r -> r.count(Mark.FAIL) == 0));
    root.add("servers", GSON.toJsonTree(reports.stream().map(Report::server).toList()));
    return GSON.toJson(root) + "\n";
  }

  private JsonObject server() {
    JsonObject server = new JsonObject();
    server.addProperty("name", name);
    server.addProperty("command", command);
    server.addProperty("ok", count(Mark.FAIL) == 0);
    server.add("findings", GSON.toJsonTree(findings.stream().map(Report::json).toList()));
    return server;
  }

  private static JsonObject json(Finding of) {
    JsonObject finding = new JsonObject();
    finding.addProperty("mark", of.mark().name().toLowerCase(Locale.ROOT));
    finding.addProperty("area", of.area());
    finding.addProperty("text", of.text());
    of.remedy().ifPresent(r -> finding.addProperty("remedy", r));
    if (!of.details().isEmpty()) {
      finding.add("details", GSON.toJsonTree(of.details()));
    }
    return finding;
  }
}
