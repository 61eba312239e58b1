package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.doctor.client.ClientProfile;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks eras, revisions and the content of the handshake.
final class EraCheck {
  private static final String PROBE =
      "Answer an unknown method with an error (-32601): clients of the modern era send this request"
          + " first, to a separate process";

  private EraCheck() {}

  /// @param initialize the answer to `initialize`
  /// @param discover the answer to `server/discover`, in a run of its own; empty if it was not sent
  /// @param clients those that start the server as a process
  static List<Finding> of(
      Outcome initialize, Optional<Outcome> discover, List<ClientProfile> clients) {
    Optional<JsonElement> legacy = initialize.answer();
    Optional<JsonElement> modern = discover.flatMap(Outcome::discovered);
    List<Finding> findings = new ArrayList<>();
    legacy.ifPresent(l -> handshake(l, findings));
    if (legacy.isEmpty() && modern.isPresent()) {
      modernOnly(modern.get(), clients, findings);
    }
    discover.ifPresent(outcome -> probe(outcome, findings));
    if (findings.isEmpty() && legacy.isPresent()) {
      findings.add(
          Finding.ok(
              "eras",
              "legacy (%s)%s"
                  .formatted(
                      Parts.string(legacy.get(), "protocolVersion").orElse("no revision"),
                      modern
                          .map(m -> " and modern (" + versions(m) + ")")
                          .orElse(", which every known client speaks"))));
    }
    return findings;
  }

  private static String versions(JsonElement discovered) {
    return String.join(
        ", ",
        Parts.elements(discovered, "supportedVersions").stream()
            .filter(JsonElement::isJsonPrimitive)
            .map(JsonElement::getAsString)
            .toList());
  }

  /// [ProtocolCheck] reports what is missing.
  private static void handshake(JsonElement result, List<Finding> findings) {
    Parts.string(result, "protocolVersion")
        .filter(revision -> !Revisions.LEGACY.contains(revision))
        .ifPresent(revision ->
            findings.add(
                Finding.fail(
                    "handshake",
                    "the revision \"" + revision + "\" does not exist",
                    "Return the revision that the client asks for, or the newest that you support ("
                        + Revisions.NEWEST_LEGACY
                        + "): clients disconnect otherwise")));
  }

  private static void modernOnly(
      JsonElement discovered, List<ClientProfile> clients, List<Finding> findings) {
    List<String> lost =
        clients.stream().filter(ClientProfile::legacyOnly).map(ClientProfile::name).toList();
    String text = "modern only (" + versions(discovered) + "): the server refuses `initialize`";
    if (lost.isEmpty()) {
      findings.add(Finding.ok("eras", text));
    } else {
      findings.add(
          Finding.warn(
              "eras",
              text,
              "Serve both eras, as the SDKs do: "
                  + Words.listed(lost, "and")
                  + (lost.size() == 1 ? " speaks" : " speak")
                  + " only the legacy era on stdio, and can use this server only behind Pitstop"));
    }
  }

  private static void probe(Outcome outcome, List<Finding> findings) {
    if (outcome.discovered().isEmpty() && !(outcome instanceof Outcome.Refused)) {
      String text =
          outcome instanceof Outcome.Answer
              ? "the answer to `server/discover` has no `supportedVersions`"
              : outcome.trouble(Methods.DISCOVER);
      boolean silent = outcome instanceof Outcome.Silence;
      String waits = silent ? "; Claude Code waits 3 s for the answer" : "";
      findings.add(Finding.warn("eras", text, PROBE + waits));
    }
  }
}
