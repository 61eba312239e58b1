package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Names of tools: what clients drop or change.
final class NamesCheck {
  private static final String AREA = "names";
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

  /// What revision 2025-11-25 allows (server/tools, "Tool Names").
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_./-]{1,128}");

  /// A server could be called so: what is too long then always is.
  private static final String SHORT = "mine";

  private NamesCheck() {}

  /// @param server its name in the client's configuration, as far as it can be guessed
  static List<Finding> of(List<JsonElement> tools, String server, List<Client> clients) {
    List<String> names = new ArrayList<>();
    tools.forEach(t -> Parts.string(t, "name").ifPresent(names::add));
    if (names.isEmpty()) {
      return List.of();
    }
    List<Finding> findings = new ArrayList<>();
    letters(names, findings);
    length(names, server, clients, findings);
    alike(names, findings);
    if (findings.isEmpty()) {
      findings.add(Finding.ok(AREA, fits(names, server)));
    }
    return findings;
  }

  private static String fits(List<String> names, String server) {
    int longest = names.stream().mapToInt(String::length).max().orElse(0);
    return "the longest has "
        + Words.count(longest, "character")
        + ", which fits every client with the server's name `"
        + server
        + "`";
  }

  private static void letters(List<String> names, List<Finding> findings) {
    List<String> invalid = names.stream().filter(n -> !ALLOWED.matcher(n).matches()).toList();
    if (!invalid.isEmpty()) {
      findings.add(
          Finding.fail(
                  AREA,
                  Words.count(invalid.size(), "name") + " that the protocol does not allow",
                  "Use letters of ASCII, digits, `_` and `-` only: clients drop other names, or the"
                      + " model's API refuses the request")
              .with(invalid.stream().map(NamesCheck::quoted).toList()));
    }
    List<String> odd =
        names.stream()
            .filter(n -> ALLOWED.matcher(n).matches() && !PLAIN.matcher(n).matches())
            .toList();
    if (!odd.isEmpty()) {
      findings.add(
          Finding.warn(
                  AREA,
                  Words.count(odd.size(), "name") + " with `.` or `/`",
                  "Cursor refuses them, VS Code warns, others change them, so that what the model"
                      + " calls is not what you wrote: use `_` or `-`")
              .with(odd.stream().map(NamesCheck::quoted).toList()));
    }
  }

  private static String quoted(String name) {
    return "\"" + (name.length() > 72 ? name.substring(0, 71) + "…" : name) + "\"";
  }

  private static void length(
      List<String> names, String server, List<Client> clients, List<Finding> findings) {
    Map<String, Set<String>> refusedBy = new LinkedHashMap<>();
    int room = Integer.MAX_VALUE;
    for (Client client : clients) {
      if (client.nameLimit().isEmpty()) {
        continue;
      }
      int limit = client.nameLimit().getAsInt();
      room = Math.min(room, limit - client.called(server, "").length());
      for (String name : names) {
        int length = client.called(server, name).length();
        if (length > limit) {
          refusedBy
              .computeIfAbsent(name, n -> new LinkedHashSet<>())
              .add(client.name() + " (" + length + ", at most " + limit + ")");
        }
      }
    }
    if (refusedBy.isEmpty()) {
      return;
    }
    List<String> details = new ArrayList<>();
    refusedBy.forEach((name, by) -> details.add(quoted(name) + ": " + String.join(", ", by)));
    boolean always =
        clients.stream()
            .anyMatch(c ->
                c.nameLimit().isPresent()
                    && names.stream()
                        .anyMatch(n -> c.called(SHORT, n).length() > c.nameLimit().getAsInt()));
    String text =
        Words.count(refusedBy.size(), "name") + " too long, with what clients put in front of it";
    String remedy =
        "Keep names within "
            + Math.max(1, room)
            + " characters as long as the server is called `"
            + server
            + "` in the client's configuration"
            + (always ? "" : ", or call it by a shorter name there");
    findings.add(
        (always ? Finding.fail(AREA, text, remedy) : Finding.warn(AREA, text, remedy))
            .with(details));
  }

  /// Names that become one where clients change what they do not like.
  private static void alike(List<String> names, List<Finding> findings) {
    Map<String, Set<String>> same = new LinkedHashMap<>();
    for (String name : names) {
      String changed = name.replaceAll("[^A-Za-z0-9_-]", "_");
      same.computeIfAbsent(changed, c -> new LinkedHashSet<>()).add(name);
    }
    List<String> details =
        same.values().stream().filter(s -> s.size() > 1).map(s -> String.join(", ", s)).toList();
    if (!details.isEmpty()) {
      findings.add(
          Finding.warn(
                  AREA,
                  "names that are one where a client replaces letters that it does not like",
                  "Make them differ in more than `.`, `/` and the like")
              .with(details));
    }
  }
}
