package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.Kind;
import dev.pitstop.doctor.client.ClientProfile;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/// Checks lists: whether they arrive, end, and are what clients accept. [ProtocolCheck] looks at
/// the items.
final class ListsCheck {
  private static final String AREA = "lists";

  private static final int MOST_OF_A_CURSOR = 60;

  private ListsCheck() {}

  /// Checks the lists of a server of any kind, and its tools.
  ///
  /// @param greeting the result of its handshake
  static List<Finding> andTools(
      List<ListFacts> lists, JsonElement greeting, String server, List<ClientProfile> clients) {
    ListFacts tools =
        lists.stream()
            .filter(ListFacts::isOfTools)
            .findFirst()
            .orElse(ListFacts.of(Kind.TOOLS, List.of(), 0, new ListFacts.End.Whole()));
    List<Finding> findings = new ArrayList<>(of(lists, clients));
    findings.addAll(SchemaCheck.of(tools.items()));
    findings.addAll(NamesCheck.of(tools.items(), server, clients));
    findings.addAll(SizesCheck.of(tools, Parts.string(greeting, "instructions"), clients));
    return findings;
  }

  static List<Finding> of(List<ListFacts> lists, List<ClientProfile> clients) {
    List<Finding> findings = new ArrayList<>();
    if (lists.isEmpty()) {
      findings.add(
          Finding.warn(
              AREA,
              "the server declares no tools, prompts or resources",
              "Declare them in `capabilities` (`tools` for tools): clients ask only for what is declared"));
    }
    for (ListFacts list : lists) {
      boolean whole = list.end() instanceof ListFacts.End.Whole; // otherwise it may repeat itself
      boolean tools = whole && list.isOfTools();
      end(list, findings);
      if (tools) {
        pages(list, clients, findings);
      }
      if (whole) {
        twice(list, findings);
      }
      if (tools) {
        many(list, clients, findings);
      }
    }
    if (findings.isEmpty() && lists.stream().anyMatch(ListsCheck::isWithoutTools)) {
      findings.add(
          Finding.warn(
              AREA,
              "the server declares tools, but lists none",
              "If tools appear later, send `notifications/tools/list_changed`; some clients never ask"
                  + " again"));
    } else if (findings.isEmpty()) {
      findings.add(Finding.ok(AREA, summary(lists)));
    }
    return findings;
  }

  private static boolean isWithoutTools(ListFacts list) {
    return list.isOfTools() && list.items().isEmpty();
  }

  private static String summary(List<ListFacts> lists) {
    String all =
        lists.stream()
            .filter(l -> !l.items().isEmpty())
            .map(ListsCheck::count)
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "all lists are empty" : all;
  }

  private static String count(ListFacts list) {
    return Words.count(list.items().size(), list.kind().noun())
        + (list.pages() > 1 ? " on " + list.pages() + " pages" : "");
  }

  private static void end(ListFacts list, List<Finding> findings) {
    String method = "`" + list.kind().method() + "`";
    switch (list.end()) {
      case ListFacts.End.Whole w -> {}
      case ListFacts.End.Endless e ->
          findings.add(
              Finding.fail(
                  AREA,
                  "%s never ends: page %s returns the cursor %s"
                      .formatted(method, list.pages(), Parts.quoted(e.cursor(), MOST_OF_A_CURSOR)),
                  "Omit `nextCursor` on the last page (an empty string is a cursor too), and return"
                      + " the items that follow a cursor: clients ask for pages forever, or give"
                      + " up"));
      case ListFacts.End.Failed f -> findings.add(failed(list, f.why()));
    }
  }

  private static Finding failed(ListFacts list, Outcome why) {
    String text = why.trouble(list.kind().method());
    return list.kind() == Kind.TEMPLATES && why instanceof Outcome.Refused
        ? Finding.warn(
            AREA,
            text,
            "Return {\"resourceTemplates\": []}: some clients send this request to every server with"
                + " resources, and show the error")
        : Finding.fail(
            AREA,
            text,
            "Answer the request, or do not declare the capability `"
                + list.kind().announcedAs().listMember()
                + "`; the server's stderr may have the reason");
  }

  private static void pages(ListFacts list, List<ClientProfile> clients, List<Finding> findings) {
    List<String> first =
        clients.stream().filter(c -> c.lists().onePage()).map(ClientProfile::name).toList();
    if (list.pages() > 1 && !first.isEmpty()) {
      findings.add(
          Finding.warn(
              AREA,
              count(list),
              "Return all tools on one page (behind Pitstop, they arrive on one page): "
                  + Words.listed(first, "and")
                  + (first.size() == 1 ? " reads" : " read")
                  + " only the first"));
    }
  }

  private static void twice(ListFacts list, List<Finding> findings) {
    List<String> twice =
        list.items().stream()
            .flatMap(item -> Parts.string(item, list.kind().keyMember()).stream())
            .collect(Collectors.groupingBy(id -> id, LinkedHashMap::new, Collectors.counting()))
            .entrySet()
            .stream()
            .filter(e -> e.getValue() > 1)
            .map(e -> "\"" + e.getKey() + "\" " + e.getValue() + " times")
            .toList();
    String text =
        "more than one " + list.kind().noun() + " with the same " + list.kind().keyMember();
    if (!twice.isEmpty() && list.isOfTools()) {
      findings.add(
          Finding.fail(
                  AREA,
                  text,
                  "Rename one: the model APIs reject a request with two tools of the same name")
              .with(twice));
    } else if (!twice.isEmpty()) {
      findings.add(
          Finding.warn(AREA, text, "Make them differ: clients show only one of them").with(twice));
    }
  }

  private static void many(ListFacts list, List<ClientProfile> clients, List<Finding> findings) {
    int n = list.items().size();
    List<String> over =
        clients.stream()
            .filter(c -> n > c.lists().tools().orElse(Integer.MAX_VALUE))
            .map(c -> c.name() + " accepts " + c.lists().tools().orElse(0))
            .toList();
    if (!over.isEmpty()) {
      findings.add(
          Finding.warn(
              AREA,
              n + " tools: " + String.join(", ", over) + ", from all servers together",
              "Offer fewer tools, or let users select them with a server option or in the client"));
    }
  }
}
