package dev.pitstop.cli.run;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/// Writes options to where the session's options came from.
public interface Saver {
  /// @param set the options by name; one without values is removed
  /// @return a sentence that says where, or what the user can write instead
  /// @throws IOException saying why it could not be written
  String save(Map<String, List<String>> set) throws IOException;
}
