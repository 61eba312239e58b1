package dev.pitstop.doctor;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.doctor.check.Finding;
import dev.pitstop.doctor.check.Mark;
import dev.pitstop.doctor.visit.World;
import java.util.List;
import java.util.Locale;

/// The report as one JSON object (docs/doctor.md).
public final class JsonReport {
  private JsonReport() {}

  /// @param world the world in which it was made
  public static String of(List<Report> reports, World world) {
    JsonObject root = new JsonObject();
    root.addProperty("pitstop", world.version());
    world.as().ifPresent(c -> root.addProperty("as", c.client().id()));
    root.addProperty("ok", reports.stream().allMatch(r -> r.count(Mark.FAIL) == 0));
    JsonArray servers = new JsonArray();
    reports.forEach(r -> servers.add(server(r)));
    root.add("servers", servers);
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(root) + "\n";
  }

  private static JsonObject server(Report report) {
    JsonObject server = new JsonObject();
    server.addProperty("name", report.name());
    server.addProperty("command", report.command());
    server.addProperty("ok", report.count(Mark.FAIL) == 0);
    JsonArray findings = new JsonArray();
    report.findings().forEach(f -> findings.add(finding(f)));
    server.add("findings", findings);
    return server;
  }

  private static JsonObject finding(Finding of) {
    JsonObject finding = new JsonObject();
    finding.addProperty("mark", of.mark().name().toLowerCase(Locale.ROOT));
    finding.addProperty("area", of.area());
    finding.addProperty("text", of.text());
    of.remedy().ifPresent(r -> finding.addProperty("remedy", r));
    JsonArray details = new JsonArray();
    of.details().forEach(details::add);
    if (!details.isEmpty()) {
      finding.add("details", details);
    }
    return finding;
  }
}
