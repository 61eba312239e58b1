package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Checks lists: whether they arrive, end, and have valid items.
final class ListsCheck {
  private static final String AREA = "lists";

  private ListsCheck() {}

  static List<Finding> of(List<Listed> lists, List<Client> clients) {
    List<Finding> findings = new ArrayList<>();
    for (Listed list : lists) {
      end(list, findings);
      pages(list, clients, findings);
      items(list, findings);
      twice(list, findings);
      many(list, clients, findings);
    }
    if (findings.isEmpty()) {
      findings.add(Finding.ok(AREA, summary(lists)));
    }
    return findings;
  }

  private static String summary(List<Listed> lists) {
    String all =
        lists.stream()
            .filter(l -> !l.items().isEmpty())
            .map(l -> Words.count(l.items().size(), l.kind().noun()) + pagesOf(l))
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "all lists are empty" : all;
  }

  private static String pagesOf(Listed list) {
    return list.pages() > 1 ? " on " + list.pages() + " pages" : "";
  }

  private static void end(Listed list, List<Finding> findings) {
    String method = "`" + list.kind().method() + "`";
    switch (list.end()) {
      case Listed.End.Whole w -> {}
      case Listed.End.Repeats r ->
          findings.add(
              Finding.fail(
                  AREA,
                  method
                      + " never ends: page "
                      + list.pages()
                      + " returns the cursor "
                      + quoted(r.cursor())
                      + " again",
                  "Omit `nextCursor` on the last page, and return the items that follow a cursor:"
                      + " clients ask for pages forever, or give up"));
      case Listed.End.Endless e ->
          findings.add(
              Finding.fail(
                  AREA,
                  method
                      + " has not ended after "
                      + list.pages()
                      + " pages (cursor "
                      + quoted(e.cursor())
                      + ")",
                  "Omit `nextCursor` on the last page; an empty string is a cursor too"));
      case Listed.End.NoList n ->
          findings.add(
              Finding.fail(
                  AREA,
                  "the result of " + method + " " + n.what(),
                  "Return {\"" + list.kind().key() + "\": […]}"));
      case Listed.End.Failed f -> findings.add(failed(list, method, f.why()));
    }
  }

  private static Finding failed(Listed list, String method, Reply why) {
    String declared =
        "Answer the request, or do not declare the capability `" + list.kind().capability() + "`";
    return switch (why) {
      case Reply.Refused r when r.code() == -32601 && list.kind() == Listed.Kind.TEMPLATES ->
          Finding.warn(
              AREA,
              "the server does not know " + method,
              "Return {\"resourceTemplates\": []}: some clients send this request to every server with"
                  + " resources, and show the error");
      case Reply.Refused r ->
          Finding.fail(AREA, method + " fails: " + r.message() + " (" + r.code() + ")", declared);
      case Reply.Silence s ->
          Finding.fail(
              AREA, "no answer to " + method + " within " + Words.duration(s.millis()), declared);
      case Reply.Unreadable u ->
          Finding.fail(
                  AREA,
                  "the answer to " + method + " is not a valid message: " + u.detail(),
                  "Write each message as one line of JSON")
              .with(u.line().isEmpty() ? List.of() : List.of(u.line()));
      case Reply.Over o ->
          Finding.fail(
              AREA,
              "the server " + o.how() + " when asked for " + method,
              "Read the server's stderr for the reason");
      case Reply.Answer a -> Finding.fail(AREA, method + " fails", declared);
    };
  }

  private static void pages(Listed list, List<Client> clients, List<Finding> findings) {
    List<String> first = clients.stream().filter(Client::onePage).map(Client::name).toList();
    if (list.end() instanceof Listed.End.Whole
        && list.pages() > 1
        && !first.isEmpty()
        && list.kind() == Listed.Kind.TOOLS) {
      findings.add(
          Finding.warn(
              AREA,
              Words.count(list.items().size(), list.kind().noun()) + pagesOf(list),
              "Return all tools on one page (behind Pitstop, they arrive on one page): "
                  + and(first)
                  + (first.size() == 1 ? " reads" : " read")
                  + " only the first"));
    }
  }

  /// Required members: one invalid item costs the whole list in clients that check.
  private static void items(Listed list, List<Finding> findings) {
    List<String> details = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      JsonElement item = list.items().get(i);
      for (String key : List.of(list.kind().identity(), "name")) {
        if (!(item instanceof JsonObject) || Parts.string(item, key).isEmpty()) {
          String line = list.kind().noun() + " #" + (i + 1) + " has no `" + key + "`";
          if (!details.contains(line)) {
            details.add(line);
          }
        }
      }
    }
    if (!details.isEmpty()) {
      findings.add(
          Finding.fail(
                  AREA,
                  "`" + list.kind().method() + "` has items without a required member",
                  "Add it to every item, as a string: some clients reject the whole list otherwise")
              .with(details));
    }
  }

  private static void twice(Listed list, List<Finding> findings) {
    if (!(list.end() instanceof Listed.End.Whole)) {
      return; // the list itself repeats
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (JsonElement item : list.items()) {
      Parts.string(item, list.kind().identity()).ifPresent(id -> counts.merge(id, 1, Integer::sum));
    }
    List<String> twice = new ArrayList<>();
    counts.forEach((id, n) -> {
      if (n > 1) {
        twice.add("\"" + id + "\" " + n + " times");
      }
    });
    if (!twice.isEmpty()) {
      boolean tools = list.kind() == Listed.Kind.TOOLS;
      String text =
          "more than one " + list.kind().noun() + " with the same " + list.kind().identity();
      String remedy =
          tools
              ? "Rename one: the model APIs reject a request with two tools of the same name"
              : "Make them differ: clients show only one of them";
      findings.add(
          (tools ? Finding.fail(AREA, text, remedy) : Finding.warn(AREA, text, remedy))
              .with(twice));
    }
  }

  private static void many(Listed list, List<Client> clients, List<Finding> findings) {
    if (list.kind() != Listed.Kind.TOOLS || !(list.end() instanceof Listed.End.Whole)) {
      return;
    }
    int n = list.items().size();
    List<String> over =
        clients.stream()
            .filter(c -> c.tools().isPresent() && n > c.tools().getAsInt())
            .map(c -> c.name() + " accepts " + c.tools().getAsInt())
            .toList();
    if (!over.isEmpty()) {
      findings.add(
          Finding.warn(
              AREA,
              n + " tools: " + String.join(", ", over) + ", from all servers together",
              "Offer fewer tools, or let users select them with a server option or in the client"));
    }
  }

  private static String quoted(String cursor) {
    return "\"" + (cursor.length() > 60 ? cursor.substring(0, 59) + "…" : cursor) + "\"";
  }

  static String and(List<String> words) {
    return words.size() < 2
        ? String.join("", words)
        : String.join(", ", words.subList(0, words.size() - 1)) + " and " + words.getLast();
  }
}
