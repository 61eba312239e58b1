package dev.pitstop.doctor.check;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.doctor.client.ClientProfile;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Checks lists: whether they arrive, end, and have valid items.
public final class ListsCheck {
  private static final String AREA = "lists";

  private ListsCheck() {}

  static List<Finding> of(List<ListFacts> lists, List<ClientProfile> clients) {
    List<Finding> findings = new ArrayList<>();
    for (ListFacts list : lists) {
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

  private static String summary(List<ListFacts> lists) {
    String all =
        lists.stream()
            .filter(l -> !l.items().isEmpty())
            .map(l -> Words.count(l.items().size(), l.kind().noun()) + pagesOf(l))
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "all lists are empty" : all;
  }

  private static String pagesOf(ListFacts list) {
    return list.pages() > 1 ? " on " + list.pages() + " pages" : "";
  }

  private static void end(ListFacts list, List<Finding> findings) {
    String method = "`" + list.kind().method() + "`";
    switch (list.end()) {
      case ListFacts.End.Whole w -> {}
      case ListFacts.End.Repeats r ->
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
      case ListFacts.End.Endless e ->
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
      case ListFacts.End.NoList n ->
          findings.add(
              Finding.fail(
                  AREA,
                  "the result of " + method + " has no array `" + list.kind().key() + "`",
                  "Return {\"" + list.kind().key() + "\": […]}"));
      case ListFacts.End.Failed f -> findings.add(failed(list, method, f.why()));
    }
  }

  private static Finding failed(ListFacts list, String method, Outcome why) {
    String declared =
        "Answer the request, or do not declare the capability `" + list.kind().capability() + "`";
    return switch (why) {
      case Outcome.Refused r when r.code() == -32601 && list.kind() == ListFacts.Kind.TEMPLATES ->
          Finding.warn(
              AREA,
              "the server does not know " + method,
              "Return {\"resourceTemplates\": []}: some clients send this request to every server with"
                  + " resources, and show the error");
      case Outcome.Refused r ->
          Finding.fail(AREA, method + " fails: " + r.message() + " (" + r.code() + ")", declared);
      case Outcome.Silence s ->
          Finding.fail(
              AREA, "no answer to " + method + " within " + Words.duration(s.millis()), declared);
      case Outcome.Unreadable u ->
          Finding.fail(
                  AREA,
                  "the answer to " + method + " is not a valid message: " + u.detail(),
                  "Write each message as one line of JSON")
              .with(u.line().isEmpty() ? List.of() : List.of(u.line()));
      case Outcome.Over o ->
          Finding.fail(
              AREA,
              "the server " + o.how() + " when asked for " + method,
              "Read the server's stderr for the reason");
      case Outcome.Answer a -> Finding.fail(AREA, method + " fails", declared);
    };
  }

  private static void pages(ListFacts list, List<ClientProfile> clients, List<Finding> findings) {
    List<String> first = clients.stream().filter(c -> c.lists().onePage()).map(ClientProfile::name).toList();
    if (list.end() instanceof ListFacts.End.Whole
        && list.pages() > 1
        && !first.isEmpty()
        && list.kind() == ListFacts.Kind.TOOLS) {
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
  private static void items(ListFacts list, List<Finding> findings) {
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

  private static void twice(ListFacts list, List<Finding> findings) {
    if (!(list.end() instanceof ListFacts.End.Whole)) {
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
      boolean tools = list.kind() == ListFacts.Kind.TOOLS;
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

  private static void many(ListFacts list, List<ClientProfile> clients, List<Finding> findings) {
    if (list.kind() != ListFacts.Kind.TOOLS || !(list.end() instanceof ListFacts.End.Whole)) {
      return;
    }
    int n = list.items().size();
    List<String> over =
        clients.stream()
            .filter(c -> c.lists().tools().isPresent() && n > c.lists().tools().getAsInt())
            .map(c -> c.name() + " accepts " + c.lists().tools().getAsInt())
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
