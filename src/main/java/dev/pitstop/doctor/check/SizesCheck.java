package dev.pitstop.doctor.check;

import com.google.gson.JsonElement;
import dev.pitstop.doctor.client.ClientProfile;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// Checks what a server's texts cost, and which ones clients cut.
public final class SizesCheck {
  private static final int BYTES_PER_TOKEN = 4;

  /// More than this in every conversation is worth a warning.
  private static final long MANY_TOKENS = 10_000;

  private static final int BIGGEST = 3;

  private SizesCheck() {}

  static List<Finding> of(ListFacts tools, Optional<String> instructions, List<ClientProfile> clients) {
    List<Finding> findings = new ArrayList<>();
    if (!tools.items().isEmpty()) {
      descriptions(tools.items(), clients, findings);
      findings.add(tokens(tools));
    }
    instructions.ifPresent(text -> instructions(text, clients, findings));
    return findings;
  }

  private static OptionalInt limit(List<ClientProfile> clients) {
    return clients.stream()
        .map(c -> c.lists().description())
        .filter(OptionalInt::isPresent)
        .mapToInt(OptionalInt::getAsInt)
        .min();
  }

  private static String who(List<ClientProfile> clients, int limit) {
    return ListsCheck.and(
        clients.stream()
            .filter(c -> c.lists().description().equals(OptionalInt.of(limit)))
            .map(ClientProfile::name)
            .toList());
  }

  private static void descriptions(
      List<JsonElement> tools, List<ClientProfile> clients, List<Finding> findings) {
    OptionalInt limit = limit(clients);
    List<String> none = new ArrayList<>();
    List<String> cut = new ArrayList<>();
    for (JsonElement tool : tools) {
      String name = Parts.string(tool, "name").orElse("(without a name)");
      String text = Parts.string(tool, "description").orElse("");
      if (text.isBlank()) {
        none.add(name);
      } else if (limit.isPresent() && text.length() > limit.getAsInt()) {
        cut.add(name + ": " + number(text.length()) + " characters");
      }
    }
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
      findings.add(
          Finding.warn(
                  "descriptions",
                  Words.count(cut.size(), "description")
                      + " that "
                      + who(clients, limit.getAsInt())
                      + " cuts at "
                      + number(limit.getAsInt())
                      + " characters",
                  "Put the essentials first, and move the rest into the server's documentation")
              .with(cut));
    }
    if (none.isEmpty() && cut.isEmpty()) {
      findings.add(Finding.ok("descriptions", "every tool has one, and no known client cuts any"));
    }
  }

  private static Finding tokens(ListFacts tools) {
    long tokens = tools.bytes() / BYTES_PER_TOKEN;
    String text =
        "the tool list costs about "
            + number(tokens)
            + " tokens in every conversation (estimated: "
            + number(tools.bytes())
            + " bytes / "
            + BYTES_PER_TOKEN
            + ")";
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
                    + number(ListFacts.size(t) / BYTES_PER_TOKEN))
            .toList();
    return Finding.warn(
            "tokens", text, "Shorten descriptions and schemas, or offer fewer tools; the biggest:")
        .with(biggest);
  }

  private static void instructions(String text, List<ClientProfile> clients, List<Finding> findings) {
    String area = "instructions";
    String length = number(text.length()) + " characters";
    long lines = text.lines().filter(l -> !l.isBlank()).count();
    int first = text.lines().findFirst().orElse("").length();
    List<Finding> cut = new ArrayList<>();
    for (ClientProfile client : clients) {
      ClientProfile.Instructions shown = client.instructions();
      int limit = shown.limit().orElse(Integer.MAX_VALUE);
      if (shown.firstLine() && (lines > 1 || first > limit)) {
        cut.add(
            Finding.warn(
                area,
                Words.count(lines, "line")
                    + ": "
                    + client.name()
                    + " shows only the first line, up to "
                    + number(limit)
                    + " characters with its prefix",
                "Put the essentials into the first line; behind Pitstop, the first line is Pitstop's own"));
      } else if (!shown.firstLine() && text.length() > limit) {
        cut.add(
            Finding.warn(
                area,
                length + ": " + client.name() + " cuts them at " + number(limit),
                "Put the essentials first"));
      }
    }
    findings.addAll(cut.isEmpty() ? List.of(Finding.ok(area, length)) : cut);
  }

  static String number(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }
}
