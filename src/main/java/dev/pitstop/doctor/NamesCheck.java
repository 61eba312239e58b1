package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks the names of tools: which ones clients drop or change.
final class NamesCheck {
  private static final String AREA = "names";

  private static final Predicate<String> PLAIN =
      Pattern.compile("[A-Za-z0-9_-]+").asMatchPredicate();

  /// What revision 2025-11-25 allows (server/tools, "Tool Names").
  private static final Predicate<String> ALLOWED =
      Pattern.compile("[A-Za-z0-9_./-]{1,128}").asMatchPredicate();

  /// A short server name: a tool name that is too long with it is always too long.
  private static final String SHORT = "mine";

  private NamesCheck() {}

  /// @param server its name in the client's configuration, as far as it can be guessed
  static List<Finding> of(List<JsonElement> tools, String server, List<ClientProfile> clients) {
    List<String> names =
        tools.stream().flatMap(t -> JsonTree.string(t, "name").stream()).distinct().toList();
    if (names.isEmpty()) {
      return List.of();
    }
    List<String> invalid = those(names, ALLOWED.negate());
    List<String> odd = those(names, ALLOWED.and(PLAIN.negate()));
    int longest = names.stream().mapToInt(String::length).max().orElse(0);
    return Finding.orElse(
        Finding.ok(
            AREA,
            "the longest has %s and fits every client, with `%s` as the server's name"
                .formatted(Words.count(longest, "character"), server)),
        Finding.all(
            Finding.fail(
                    AREA,
                    Words.count(invalid.size(), "name") + " that the protocol does not allow",
                    "Use only ASCII letters, digits, `_` and `-`: clients drop other names, or the model"
                        + " API rejects the request")
                .ifAny(invalid),
            Finding.warn(
                    AREA,
                    Words.count(odd.size(), "name") + " with `.` or `/`",
                    "Use `_` or `-` instead: Cursor rejects these names, VS Code warns, other clients"
                        + " rewrite them")
                .ifAny(odd),
            length(names, server, clients)));
  }

  private static List<String> those(List<String> names, Predicate<String> which) {
    return names.stream().filter(which).map(NamesCheck::quoted).toList();
  }

  private static String quoted(String name) {
    return Parts.quoted(name, 72);
  }

  private static Stream<Finding> length(
      List<String> names, String server, List<ClientProfile> clients) {
    List<String> details =
        names.stream()
            .filter(name -> clients.stream().anyMatch(c -> c.excess(server, name) > 0))
            .map(name -> quoted(name) + ": " + refusedBy(name, server, clients))
            .toList();
    boolean always =
        names.stream().anyMatch(name -> clients.stream().anyMatch(c -> c.excess(SHORT, name) > 0));
    int room = -clients.stream().mapToInt(c -> c.excess(server, "")).max().orElse(0);
    String text = Words.count(details.size(), "name") + " too long once clients add their prefixes";
    String remedy =
        "Keep names to %s characters while the server is called `%s`"
            .formatted(Math.max(1, room), server);
    Finding found =
        always
            ? Finding.fail(AREA, text, remedy)
            : Finding.warn(AREA, text, remedy + ", or use a shorter server name there");
    return found.ifAny(details);
  }

  private static String refusedBy(String name, String server, List<ClientProfile> clients) {
    return clients.stream()
        .filter(c -> c.excess(server, name) > 0)
        .map(c ->
            "%s (%s, limit %s)".formatted(c.title(), c.name() + c.excess(server, name), c.name()))
        .collect(Collectors.joining(", "));
  }
}
