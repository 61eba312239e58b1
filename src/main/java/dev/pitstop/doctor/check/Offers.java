package dev.pitstop.doctor.check;

import com.google.gson.JsonElement;
import dev.pitstop.doctor.client.ClientProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks the lists of a server of any kind.
public final class Offers {
  private Offers() {}

  /// @param greeting the result of its handshake
  public static List<Finding> of(
      List<ListFacts> lists, JsonElement greeting, String server, List<ClientProfile> clients) {
    List<Finding> findings = new ArrayList<>(ListsCheck.of(lists, clients));
    Optional<ListFacts> tools = lists.stream().filter(l -> l.kind() == ListFacts.Kind.TOOLS).findFirst();
    if (lists.isEmpty()) {
      findings.clear();
      findings.add(
          Finding.warn(
              "lists",
              "the server declares no tools, prompts or resources",
              "Declare them in `capabilities` (`tools` for tools): clients ask only for what is declared"));
    }
    if (tools.isPresent()
        && tools.get().items().isEmpty()
        && findings.size() == 1
        && findings.getFirst().mark() == Mark.OK) {
      findings.set(
          0,
          Finding.warn(
              "lists",
              "the server declares tools, but lists none",
              "If tools appear later, send `notifications/tools/list_changed`; some clients never ask"
                  + " again"));
    }
    ListFacts of =
        tools.orElse(
            ListFacts.of(ListFacts.Kind.TOOLS, List.of(), 0, new ListFacts.End.Whole()));
    findings.addAll(SchemaCheck.of(of.items()));
    findings.addAll(NamesCheck.of(of.items(), server, clients));
    findings.addAll(SizesCheck.of(of, Parts.string(greeting, "instructions"), clients));
    return findings;
  }
}
