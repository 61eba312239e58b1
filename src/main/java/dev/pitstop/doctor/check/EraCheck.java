package dev.pitstop.doctor.check;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.doctor.client.ClientProfile;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks eras, revisions and the content of the handshake.
public final class EraCheck {
  private static final String AREA = "eras";

  private EraCheck() {}

  public static List<Finding> of(EraFacts facts, List<ClientProfile> clients) {
    List<Finding> findings = new ArrayList<>();
    Optional<JsonElement> legacy = facts.initialized();
    Optional<JsonElement> modern = facts.discovered();
    legacy.ifPresent(l -> handshake(l, findings));
    if (legacy.isEmpty() && modern.isPresent()) {
      modernOnly(modern.get(), clients, findings);
    }
    facts.modern().ifPresent(reply -> probe(reply, findings));
    if (findings.isEmpty() && legacy.isPresent()) {
      String revision = Parts.string(legacy.get(), "protocolVersion").orElse("");
      findings.add(
          Finding.ok(
              AREA,
              "legacy ("
                  + revision
                  + ")"
                  + modern
                      .map(m -> " and modern (" + versions(m) + ")")
                      .orElse(", which every known client speaks")));
    }
    return findings;
  }

  private static String versions(JsonElement discovered) {
    List<String> all = new ArrayList<>();
    Parts.elements(discovered, "supportedVersions")
        .forEach(v -> {
          if (v.isJsonPrimitive()) {
            all.add(v.getAsString());
          }
        });
    return String.join(", ", all);
  }

  private static void handshake(JsonElement result, List<Finding> findings) {
    String area = "handshake";
    if (!(result instanceof JsonObject)) {
      findings.add(
          Finding.fail(
              area,
              "the result of `initialize` is not an object",
              "Return an object with protocolVersion, capabilities and serverInfo"));
      return;
    }
    Optional<String> revision = Parts.string(result, "protocolVersion");
    if (revision.isEmpty()) {
      findings.add(
          Finding.fail(
              area,
              "`initialize` returns no `protocolVersion`",
              "Return the revision that the server speaks, as a string"));
    } else if (!Revisions.LEGACY.contains(revision.get())) {
      findings.add(
          Finding.fail(
              area,
              "the revision \"" + revision.get() + "\" does not exist",
              "Return the revision that the client asks for, or the newest that you support ("
                  + Revisions.NEWEST_LEGACY
                  + "): clients disconnect otherwise"));
    }
    if (Parts.object(result, "capabilities").isEmpty()) {
      findings.add(
          Finding.fail(
              area,
              "`initialize` returns no `capabilities`",
              "Return at least {}: clients built on the SDKs reject the handshake without it"));
    }
    Optional<JsonObject> info = Parts.object(result, "serverInfo");
    if (info.isEmpty()
        || Parts.string(info.get(), "name").isEmpty()
        || Parts.string(info.get(), "version").isEmpty()) {
      findings.add(
          Finding.fail(
              area,
              "`initialize` returns no `serverInfo` with a name and a version",
              "Return both as strings: clients built on the SDKs reject the handshake otherwise"));
    }
  }

  private static void modernOnly(
      JsonElement discovered, List<ClientProfile> clients, List<Finding> findings) {
    List<String> lost = clients.stream().filter(ClientProfile::legacyOnly).map(ClientProfile::name).toList();
    String text = "modern only (" + versions(discovered) + "): the server refuses `initialize`";
    if (lost.isEmpty()) {
      findings.add(Finding.ok(AREA, text));
    } else {
      findings.add(
          Finding.warn(
              AREA,
              text,
              "Serve both eras, as the SDKs do: "
                  + ListsCheck.and(lost)
                  + (lost.size() == 1 ? " speaks" : " speak")
                  + " only the legacy era on stdio"));
    }
  }

  private static void probe(Outcome reply, List<Finding> findings) {
    String remedy =
        "Answer an unknown method with an error (-32601): clients of the modern era send this request"
            + " first, to a separate process";
    switch (reply) {
      case Outcome.Answer a -> {
        if (Parts.elements(a.result(), "supportedVersions").isEmpty()) {
          findings.add(
              Finding.warn(
                  AREA, "the answer to `server/discover` has no `supportedVersions`", remedy));
        }
      }
      case Outcome.Refused r -> {} // right for a server that does not know the method
      case Outcome.Unreadable u ->
          findings.add(
              Finding.warn(
                  AREA,
                  "the answer to `server/discover` is not a valid message: " + u.detail(),
                  remedy));
      case Outcome.Silence s ->
          findings.add(
              Finding.warn(
                  AREA,
                  "no answer to `server/discover` within " + Words.duration(s.millis()),
                  remedy + "; Claude Code waits 3 s for the answer"));
      case Outcome.Over o ->
          findings.add(
              Finding.warn(
                  AREA,
                  "the server " + o.how() + " when `server/discover` was the first request",
                  remedy));
    }
  }
}
