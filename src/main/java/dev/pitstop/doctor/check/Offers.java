package dev.pitstop.doctor.check;

import com.google.gson.JsonElement;
import dev.pitstop.doctor.client.ClientProfile;
import java.util.ArrayList;
import java.util.List;

/// Checks the lists of a server of any kind.
public final class Offers {
  private Offers() {}

  /// @param greeting the result of its handshake
  public static List<Finding> of(
      List<ListFacts> lists, JsonElement greeting, String server, List<ClientProfile> clients) {
    ListFacts tools =
        lists.stream()
            .filter(ListFacts::isOfTools)
            .findFirst()
            .orElse(ListFacts.of(ListFacts.Kind.TOOLS, List.of(), 0, new ListFacts.End.Whole()));
    List<Finding> findings = new ArrayList<>(ListsCheck.of(lists, clients));
    findings.addAll(SchemaCheck.of(tools.items()));
    findings.addAll(NamesCheck.of(tools.items(), server, clients));
    findings.addAll(SizesCheck.of(tools, Parts.string(greeting, "instructions"), clients));
    return findings;
  }
}
