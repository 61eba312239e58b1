package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks of what a server offers, whatever kind it is.
final class Offers {
  private Offers() {}

  /// @param greeting the result of its handshake
  static List<Finding> of(
      List<Listed> lists, JsonElement greeting, String server, List<Client> clients) {
    List<Finding> findings = new ArrayList<>(ListsCheck.of(lists, clients));
    Optional<Listed> tools = lists.stream().filter(l -> l.kind() == Listed.Kind.TOOLS).findFirst();
    if (lists.isEmpty()) {
      findings.clear();
      findings.add(
          Finding.warn(
              "lists",
              "it declares neither tools nor prompts nor resources",
              "Clients ask only for what is declared: `capabilities` must have `tools` for tools"));
    }
    if (tools.isPresent()
        && tools.get().items().isEmpty()
        && findings.size() == 1
        && findings.getFirst().mark() == Mark.OK) {
      findings.set(
          0,
          Finding.warn(
              "lists",
              "it declares tools and has none",
              "If they come later, send notifications/tools/list_changed; some clients never look"
                  + " again"));
    }
    Listed of =
        tools.orElseGet(
            () -> new Listed(Listed.Kind.TOOLS, List.of(), 0, 0, new Listed.End.Whole()));
    findings.addAll(SchemaCheck.of(of.items()));
    findings.addAll(NamesCheck.of(of.items(), server, clients));
    findings.addAll(SizesCheck.of(of, Parts.string(greeting, "instructions"), clients));
    return findings;
  }
}
