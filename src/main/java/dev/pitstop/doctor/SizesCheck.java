package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.text.Words;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Checks what a server's texts cost, and which ones clients cut.
final class SizesCheck {
  /// More than this in every conversation is worth a warning.
  private static final long MANY_TOKENS = 10_000;

  private static final int BIGGEST = 3;

  private SizesCheck() {}

  static List<Finding> of(
      List<JsonElement> tools, Optional<String> instructions, List<ClientProfile> clients) {
    return Finding.all(
        tools.isEmpty() ? Stream.of() : descriptions(tools, clients).stream(),
        tools.isEmpty() ? Stream.of() : Stream.of(tokens(tools)),
        instructions.stream().flatMap(text -> instructions(text, clients).stream()));
  }

  private static List<Finding> descriptions(List<JsonElement> tools, List<ClientProfile> clients) {
    List<String> none =
        tools.stream().filter(t -> description(t).isBlank()).map(Parts::name).toList();
    return Finding.orElse(
        Finding.ok("descriptions", "every tool has one, and no known client cuts any"),
        Finding.all(
            Finding.warn(
                    "descriptions",
                    Words.count(none.size(), "tool") + " without a description",
                    "Say in one or two sentences what the tool does and when to use it: the model"
                        + " chooses by the description")
                .ifAny(none),
            clients.stream().flatMap(client -> cut(tools, client))));
  }

  private static String description(JsonElement tool) {
    return JsonTree.string(tool, "description").orElse("");
  }

  private static Stream<Finding> cut(List<JsonElement> tools, ClientProfile client) {
    List<String> cut =
        tools.stream()
            .filter(t -> description(t).length() > client.description())
            .map(t -> Parts.name(t) + ": " + Words.grouped(description(t).length()) + " characters")
            .toList();
    return Finding.warn(
            "descriptions",
            "%s that %s cuts at %s characters"
                .formatted(
                    Words.count(cut.size(), "description"),
                    client.title(),
                    Words.grouped(client.description())),
            "Put the essentials first, and move the rest into the server's documentation")
        .ifAny(cut);
  }

  private static Finding tokens(List<JsonElement> tools) {
    long bytes = tools.stream().mapToLong(ListFacts::size).sum();
    long tokens = bytes / Words.BYTES_PER_TOKEN;
    String text =
        "the tool list costs about %s tokens in every conversation (estimated: %s bytes / %s)"
            .formatted(Words.grouped(tokens), Words.grouped(bytes), Words.BYTES_PER_TOKEN);
    if (tokens <= MANY_TOKENS) {
      return Finding.ok("tokens", text);
    }
    List<String> biggest =
        tools.stream()
            .sorted(Comparator.comparingLong(ListFacts::size).reversed())
            .limit(BIGGEST)
            .map(t ->
                Parts.name(t)
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
    return Finding.orElse(
        Finding.ok("instructions", length),
        Finding.all(
            clients.stream()
                .flatMap(client ->
                    client.firstLineOnly()
                        ? Finding.warn(
                                "instructions",
                                "%s: %s shows only the first line, up to %s characters with its prefix"
                                    .formatted(
                                        Words.count(lines, "line"),
                                        client.title(),
                                        Words.grouped(client.instructions())),
                                "Put the essentials into the first line; behind Pitstop, the first line"
                                    + " is Pitstop's own")
                            .when(lines > 1 || first > client.instructions())
                        : Finding.warn(
                                "instructions",
                                length
                                    + ": "
                                    + client.title()
                                    + " cuts them at "
                                    + Words.grouped(client.instructions()),
                                "Put the essentials first")
                            .when(text.length() > client.instructions()))));
  }
}
