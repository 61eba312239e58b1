package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.doctor.client.ClientProfile;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks the names of tools: which ones clients drop or change.
final class NamesCheck {
  private static final String AREA = "names";

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

  /// What revision 2025-11-25 allows (server/tools, "Tool Names").
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_./-]{1,128}");

  /// A short server name: a tool name that is too long with it is always too long.
  private static final String SHORT = "mine";

  private NamesCheck() {}

  /// @param server its name in the client's configuration, as far as it can be guessed
  static List<Finding> of(List<JsonElement> tools, String server, List<ClientProfile> clients) {
    List<String> names =
        tools.stream().map(t -> Parts.string(t, "name")).flatMap(Optional::stream).toList();
    List<Finding> findings = new ArrayList<>();
    letters(names, findings);
    length(names, server, clients, findings);
    if (findings.isEmpty() && !names.isEmpty()) {
      int longest = names.stream().mapToInt(String::length).max().orElse(0);
      findings.add(
          Finding.ok(
              AREA,
              "the longest has %s and fits every client, with `%s` as the server's name"
                  .formatted(Words.count(longest, "character"), server)));
    }
    return findings;
  }

  private static void letters(List<String> names, List<Finding> findings) {
    List<String> invalid = new ArrayList<>();
    List<String> odd = new ArrayList<>();
    for (String name : names) {
      if (!ALLOWED.matcher(name).matches()) {
        invalid.add(quoted(name));
      } else if (!PLAIN.matcher(name).matches()) {
        odd.add(quoted(name));
      }
    }
    if (!invalid.isEmpty()) {
      findings.add(
          Finding.fail(
                  AREA,
                  Words.count(invalid.size(), "name") + " that the protocol does not allow",
                  "Use only ASCII letters, digits, `_` and `-`: clients drop other names, or the model"
                      + " API rejects the request")
              .with(invalid));
    }
    if (!odd.isEmpty()) {
      findings.add(
          Finding.warn(
                  AREA,
                  Words.count(odd.size(), "name") + " with `.` or `/`",
                  "Use `_` or `-` instead: Cursor rejects these names, VS Code warns, other clients"
                      + " rewrite them")
              .with(odd));
    }
  }

  private static String quoted(String name) {
    return Parts.quoted(name, 72);
  }

  private static void length(
      List<String> names, String server, List<ClientProfile> clients, List<Finding> findings) {
    Map<String, Set<String>> refusedBy = new LinkedHashMap<>();
    int room = Integer.MAX_VALUE;
    boolean always = false;
    for (ClientProfile client : clients) {
      int limit = client.names().limit().orElse(Integer.MAX_VALUE);
      room = Math.min(room, limit - client.called(server, "").length());
      for (String name : names) {
        int length = client.called(server, name).length();
        always |= client.called(SHORT, name).length() > limit;
        if (length > limit) {
          refusedBy
              .computeIfAbsent(name, n -> new LinkedHashSet<>())
              .add(client.name() + " (" + length + ", limit " + limit + ")");
        }
      }
    }
    if (refusedBy.isEmpty()) {
      return;
    }
    List<String> details = new ArrayList<>();
    refusedBy.forEach((name, by) -> details.add(quoted(name) + ": " + String.join(", ", by)));
    String text =
        Words.count(refusedBy.size(), "name") + " too long once clients add their prefixes";
    String remedy =
        "Keep names to %s characters while the server is called `%s`"
            .formatted(Math.max(1, room), server);
    if (always) {
      findings.add(Finding.fail(AREA, text, remedy).with(details));
    } else {
      findings.add(
          Finding.warn(AREA, text, remedy + ", or use a shorter server name there").with(details));
    }
  }
}
