package dev.pitstop.session.solo;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.session.members.Wish;
import java.io.IOException;
import java.util.Optional;

/// Where the options of a session with one server come from.
public interface OptionsOrigin {
  /// What a reload runs with this build command; empty if it runs nothing.
  Optional<Builder> builder(Optional<String> build);

  /// Writes options to where the others come from, if that is known. Do not call it in a turn.
  ///
  /// @return a sentence that says where, or what the user can write instead
  /// @throws IOException saying why it could not be written
  String save(Wish wish) throws IOException;
}
