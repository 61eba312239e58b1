package dev.pitstop.session.notices;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.OpenSchema;
import java.util.HashMap;
import java.util.Map;

/// Knows which tools of one server may have a member of Pitstop's in their structured results. A
/// client checks a result against the schema of its last list. So a tool never gets the member if
/// it was ever listed with a schema that may refuse it. Called in turns of the monitor.
final class OpenResults {
  private final Map<String, Boolean> open = new HashMap<>(); // of each that was ever listed

  /// The client may have been given these tools.
  void offered(Catalog catalog) {
    catalog
        .entries(Kind.TOOLS)
        .forEach(
            t -> open.merge(t.key(), OpenSchema.takes(t, NoticePlace.MEMBER), Boolean::logicalAnd));
  }

  /// Whether results of this tool may have the member. They may not if the tool was never listed.
  boolean take(String tool) {
    return open.getOrDefault(tool, false);
  }
}
