package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.catalog.Kind;
import dev.pitstop.text.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    List<JsonElement> tools =
        lists.stream().filter(ListFacts::isOfTools).flatMap(l -> l.items().stream()).toList();
    return Finding.all(
        of(lists, clients).stream(),
        SchemaCheck.of(tools).stream(),
        NamesCheck.of(tools, server, clients).stream(),
        SizesCheck.of(tools, JsonTree.string(greeting, "instructions"), clients).stream());
  }

  static List<Finding> of(List<ListFacts> lists, List<ClientProfile> clients) {
    boolean noTools = lists.stream().anyMatch(l -> l.isOfTools() && l.items().isEmpty());
    Finding otherwise =
        lists.isEmpty()
            ? Finding.warn(
                AREA,
                "the server declares no tools, prompts or resources",
                "Declare them in `capabilities` (`tools` for tools): clients ask only for what is"
                    + " declared")
            : noTools
                ? Finding.warn(
                    AREA,
                    "the server declares tools, but lists none",
                    "If tools appear later, send `notifications/tools/list_changed`; some clients"
                        + " never ask again")
                : Finding.ok(AREA, summary(lists));
    return Finding.orElse(
        otherwise, lists.stream().flatMap(list -> faults(list, clients)).toList());
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

  /// A list that is not whole may repeat itself.
  private static Stream<Finding> faults(ListFacts list, List<ClientProfile> clients) {
    return switch (list.end()) {
      case ListFacts.End.Endless e ->
          Stream.of(
              Finding.fail(
                  AREA,
                  "`%s` never ends: page %s returns the cursor %s"
                      .formatted(
                          list.kind().method(),
                          list.pages(),
                          Parts.quoted(e.cursor(), MOST_OF_A_CURSOR)),
                  "Omit `nextCursor` on the last page (an empty string is a cursor too), and return"
                      + " the items that follow a cursor: clients ask for pages forever, or give"
                      + " up"));
      case ListFacts.End.Failed f -> Stream.of(failed(list.kind(), f.why()));
      case ListFacts.End.Whole w when list.isOfTools() ->
          Stream.of(pages(list, clients), twice(list), many(list.items().size(), clients))
              .flatMap(each -> each);
      case ListFacts.End.Whole w -> twice(list);
    };
  }

  private static Finding failed(Kind kind, Outcome why) {
    String text = why.trouble(kind.method());
    return kind == Kind.TEMPLATES && why instanceof Outcome.Refused
        ? Finding.warn(
            AREA,
            text,
            "Return {\"resourceTemplates\": []}: some clients send this request to every server with"
                + " resources, and show the error")
        : Finding.fail(
            AREA,
            text,
            "Answer the request, or do not declare the capability `"
                + kind.announcedAs().listMember()
                + "`; the server's stderr may have the reason");
  }

  private static Stream<Finding> pages(ListFacts list, List<ClientProfile> clients) {
    List<String> first =
        clients.stream().filter(ClientProfile::onePage).map(ClientProfile::title).toList();
    return Finding.warn(
            AREA,
            count(list),
            "Return all tools on one page (behind Pitstop, they arrive on one page): "
                + Words.listed(first, "and")
                + (first.size() == 1 ? " reads" : " read")
                + " only the first")
        .when(list.pages() > 1 && !first.isEmpty());
  }

  private static Stream<Finding> twice(ListFacts list) {
    List<String> twice =
        list.items().stream()
            .flatMap(item -> JsonTree.string(item, list.kind().keyMember()).stream())
            .collect(Collectors.groupingBy(id -> id, LinkedHashMap::new, Collectors.counting()))
            .entrySet()
            .stream()
            .filter(e -> e.getValue() > 1)
            .map(e -> "\"" + e.getKey() + "\" " + e.getValue() + " times")
            .toList();
    String text =
        "more than one " + list.kind().noun() + " with the same " + list.kind().keyMember();
    Finding found =
        list.isOfTools()
            ? Finding.fail(
                AREA,
                text,
                "Rename one: the model APIs reject a request with two tools of the same name")
            : Finding.warn(AREA, text, "Make them differ: clients show only one of them");
    return found.ifAny(twice);
  }

  private static Stream<Finding> many(int tools, List<ClientProfile> clients) {
    List<String> over =
        clients.stream()
            .filter(c -> tools > c.tools())
            .map(c -> c.title() + " accepts " + c.tools())
            .toList();
    return Finding.warn(
            AREA,
            tools + " tools: " + String.join(", ", over) + ", from all servers together",
            "Offer fewer tools, or let users select them with a server option or in the client")
        .when(!over.isEmpty());
  }
}
