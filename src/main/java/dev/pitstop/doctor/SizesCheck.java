package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.doctor.client.ClientProfile;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Checks what a server's texts cost, and which ones clients cut.
final class SizesCheck {

  /// More than this in every conversation is worth a warning.
  private static final long MANY_TOKENS = 10_000;

  private static final int BIGGEST = 3;

  private SizesCheck() {}

  static List<Finding> of(
      ListFacts tools, Optional<String> instructions, List<ClientProfile> clients) {
    List<Finding> findings = new ArrayList<>();
    if (!tools.items().isEmpty()) {
      findings.addAll(descriptions(tools.items(), clients));
      findings.add(tokens(tools));
    }
    instructions.ifPresent(text -> findings.addAll(instructions(text, clients)));
    return findings;
  }

  private static List<Finding> descriptions(List<JsonElement> tools, List<ClientProfile> clients) {
    int limit =
        clients.stream()
            .mapToInt(c -> c.lists().description().orElse(Integer.MAX_VALUE))
            .min()
            .orElse(Integer.MAX_VALUE);
    List<String> none = new ArrayList<>();
    List<String> cut = new ArrayList<>();
    for (JsonElement tool : tools) {
      String text = Parts.string(tool, "description").orElse("");
      if (text.isBlank()) {
        none.add(Parts.name(tool));
      } else if (text.length() > limit) {
        cut.add(Parts.name(tool) + ": " + Words.grouped(text.length()) + " characters");
      }
    }
    List<Finding> findings = new ArrayList<>();
    if (!none.isEmpty()) {
      findings.add(
          Finding.warn(
                  "descriptions",
                  Words.count(none.size(), "tool") + " without a description",
                  "Say in one or two sentences what the tool does and when to use it: the model"
                      + " chooses by the description")
              .with(none));
    }
    if (!cut.isEmpty()) {
      List<String> who =
          clients.stream()
              .filter(c -> c.lists().description().equals(OptionalInt.of(limit)))
              .map(ClientProfile::name)
              .toList();
      findings.add(
          Finding.warn(
                  "descriptions",
                  "%s that %s cuts at %s characters"
                      .formatted(
                          Words.count(cut.size(), "description"),
                          Words.listed(who, "and"),
                          Words.grouped(limit)),
                  "Put the essentials first, and move the rest into the server's documentation")
              .with(cut));
    }
    if (findings.isEmpty()) {
      findings.add(Finding.ok("descriptions", "every tool has one, and no known client cuts any"));
    }
    return findings;
  }

  private static Finding tokens(ListFacts tools) {
    long tokens = tools.bytes() / Words.BYTES_PER_TOKEN;
    String text =
        "the tool list costs about %s tokens in every conversation (estimated: %s bytes / %s)"
            .formatted(Words.grouped(tokens), Words.grouped(tools.bytes()), Words.BYTES_PER_TOKEN);
    if (tokens <= MANY_TOKENS) {
      return Finding.ok("tokens", text);
    }
    List<String> biggest =
        tools.items().stream()
            .sorted(Comparator.comparingLong(ListFacts::size).reversed())
            .limit(BIGGEST)
            .map(t ->
                Parts.string(t, "name").orElse("?")
                    + ": about "
                    + Words.grouped(ListFacts.size(t) / Words.BYTES_PER_TOKEN))
            .toList();
    return Finding.warn(
            "tokens", text, "Shorten descriptions and schemas, or offer fewer tools; the biggest:")
        .with(biggest);
  }

  private static List<Finding> instructions(String text, List<ClientProfile> clients) {
    String length = Words.grouped(text.length()) + " characters";
    long lines = text.lines().filter(l -> !l.isBlank()).count();
    int first = text.lines().findFirst().orElse("").length();
    List<Finding> findings = new ArrayList<>();
    for (ClientProfile client : clients) {
      ClientProfile.Instructions shown = client.instructions();
      int limit = shown.limit().orElse(Integer.MAX_VALUE);
      if (shown.firstLine() && (lines > 1 || first > limit)) {
        findings.add(
            Finding.warn(
                "instructions",
                "%s: %s shows only the first line, up to %s characters with its prefix"
                    .formatted(Words.count(lines, "line"), client.name(), Words.grouped(limit)),
                "Put the essentials into the first line; behind Pitstop, the first line is Pitstop's own"));
      } else if (!shown.firstLine() && text.length() > limit) {
        findings.add(
            Finding.warn(
                "instructions",
                length + ": " + client.name() + " cuts them at " + Words.grouped(limit),
                "Put the essentials first"));
      }
    }
    if (findings.isEmpty()) {
      findings.add(Finding.ok("instructions", length));
    }
    return findings;
  }
}
