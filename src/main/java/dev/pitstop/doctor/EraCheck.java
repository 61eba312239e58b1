package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks eras, revisions and the content of the handshake of a server that answers.
final class EraCheck {
  private EraCheck() {}

  /// @param initialize the answer to `initialize`
  /// @param discover the answer to `server/discover`, in a run of its own; empty if it was not sent
  /// @param clients those that start the server as a process
  static List<Finding> of(
      Outcome initialize, Optional<Outcome> discover, List<ClientProfile> clients) {
    Optional<JsonElement> legacy = initialize.answer();
    Optional<String> modern = discover.flatMap(Outcome::discovered).map(EraCheck::versions);
    Optional<String> revision = legacy.flatMap(l -> JsonTree.string(l, "protocolVersion"));
    Finding otherwise =
        legacy.isPresent()
            ? Finding.ok(
                "eras",
                "legacy (%s)%s"
                    .formatted(
                        revision.orElse("no revision"),
                        modern
                            .map(m -> " and modern (" + m + ")")
                            .orElse(", which every known client speaks")))
            : modernOnly(modern.orElse(""), clients);
    return Finding.orElse(
        otherwise,
        Finding.all(
            revision.stream().flatMap(EraCheck::handshake), // ProtocolCheck reports what is missing
            discover.stream().flatMap(EraCheck::probe)));
  }

  private static String versions(JsonElement discovered) {
    return JsonTree.elements(discovered, "supportedVersions").stream()
        .filter(JsonElement::isJsonPrimitive)
        .map(JsonElement::getAsString)
        .collect(Collectors.joining(", "));
  }

  private static Stream<Finding> handshake(String revision) {
    return Finding.fail(
            "handshake",
            "the revision \"" + revision + "\" does not exist",
            "Return the revision that the client asks for, or the newest that you support ("
                + Revisions.NEWEST_LEGACY
                + "): clients disconnect otherwise")
        .when(!Revisions.LEGACY.contains(revision));
  }

  private static Finding modernOnly(String versions, List<ClientProfile> clients) {
    List<String> lost =
        clients.stream().filter(ClientProfile::legacyOnly).map(ClientProfile::title).toList();
    String text = "modern only (" + versions + "): the server refuses `initialize`";
    return lost.isEmpty()
        ? Finding.ok("eras", text)
        : Finding.warn(
            "eras",
            text,
            "Serve both eras, as the SDKs do: "
                + Words.listed(lost, "and")
                + (lost.size() == 1 ? " speaks" : " speak")
                + " only the legacy era on stdio, and can use this server only behind Pitstop");
  }

  private static Stream<Finding> probe(Outcome outcome) {
    return Finding.warn(
            "eras",
            outcome instanceof Outcome.Answer
                ? "the answer to `server/discover` has no `supportedVersions`"
                : outcome.trouble(Methods.DISCOVER),
            "Answer an unknown method with an error (-32601): clients of the modern era send this"
                + " request first, to a separate process"
                + (outcome instanceof Outcome.Silence
                    ? "; Claude Code waits 3 s for the answer"
                    : ""))
        .when(outcome.discovered().isEmpty() && !(outcome instanceof Outcome.Refused));
  }
}
