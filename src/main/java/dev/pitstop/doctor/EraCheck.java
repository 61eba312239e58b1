package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Eras and revisions, and what the handshake must say.
final class EraCheck {
  private static final String AREA = "eras";

  private EraCheck() {}

  static List<Finding> of(EraFacts facts, List<Client> clients) {
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
              "the result of `initialize` is no object",
              "Answer with protocolVersion, capabilities and serverInfo"));
      return;
    }
    Optional<String> revision = Parts.string(result, "protocolVersion");
    if (revision.isEmpty()) {
      findings.add(
          Finding.fail(
              area, "no `protocolVersion`", "Answer with the revision that you speak, as a text"));
    } else if (!Revisions.LEGACY.contains(revision.get())) {
      findings.add(
          Finding.fail(
              area,
              "the revision \"" + revision.get() + "\", which is none",
              "Clients leave at once: answer with the one that the client asks for, or the newest"
                  + " that you know ("
                  + Revisions.NEWEST_LEGACY
                  + ")"));
    }
    if (Parts.object(result, "capabilities").isEmpty()) {
      findings.add(
          Finding.fail(
              area,
              "no `capabilities`",
              "Clients made with the SDKs refuse the handshake: answer at least with {}"));
    }
    Optional<JsonObject> info = Parts.object(result, "serverInfo");
    if (info.isEmpty()
        || Parts.string(info.get(), "name").isEmpty()
        || Parts.string(info.get(), "version").isEmpty()) {
      findings.add(
          Finding.fail(
              area,
              "no `serverInfo` with a name and a version",
              "Clients made with the SDKs refuse the handshake: both are texts, and must be there"));
    }
  }

  private static void modernOnly(
      JsonElement discovered, List<Client> clients, List<Finding> findings) {
    List<String> lost = clients.stream().filter(Client::legacyOnly).map(Client::name).toList();
    String text = "modern only (" + versions(discovered) + "): it refuses `initialize`";
    if (lost.isEmpty()) {
      findings.add(Finding.ok(AREA, text));
    } else {
      findings.add(
          Finding.warn(
              AREA,
              text,
              ListsCheck.and(lost)
                  + (lost.size() == 1 ? " begins" : " begin")
                  + " with `initialize` when a process starts: serve both eras, as"
                  + " the SDKs do, as long as your users have such clients"));
    }
  }

  private static void probe(Reply reply, List<Finding> findings) {
    String asks = "Clients of the modern era ask that first, of a process of its own: ";
    switch (reply) {
      case Reply.Answer a -> {
        if (Parts.elements(a.result(), "supportedVersions").isEmpty()) {
          findings.add(
              Finding.warn(
                  AREA,
                  "`server/discover` is answered without `supportedVersions`",
                  asks + "answer with an error (-32601) if you do not know it"));
        }
      }
      case Reply.Refused r -> {} // as it should, if it does not know it
      case Reply.Unreadable u ->
          findings.add(
              Finding.warn(
                  AREA,
                  "`server/discover` is answered with what is no message: " + u.detail(),
                  asks + "answer with an error (-32601) if you do not know it"));
      case Reply.Silence s ->
          findings.add(
              Finding.warn(
                  AREA,
                  "`server/discover` is not answered within " + Words.duration(s.millis()),
                  asks
                      + "Claude Code waits 3 s for it; answer what you do not know with an error"
                      + " (-32601)"));
      case Reply.Over o ->
          findings.add(
              Finding.warn(
                  AREA,
                  "asked for `server/discover` before anything else, it " + o.how(),
                  asks + "answer with an error (-32601) if you do not know it"));
    }
  }
}
