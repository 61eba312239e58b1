package dev.pitstop.session.tools;

import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.Optional;

/// Saves options in the server's entry of the configuration file.
public record FileKeeper(ServerEntries entries, OwnToolNames names) implements Keeper {
  @Override
  public String keep(String server, String build) throws IOException {
    Optional<String> file = entries.savedIn(server);
    if (file.isEmpty()) {
      return Words.fill("Not saved: {} has no entry for server `{}`", entries.file(), server)
          + names.call("add_server", "; {} with `save` writes one.", ".");
    }
    entries.keep(server, build);
    return Words.fill("Saved in the entry `{}` of {}.", server, file.get());
  }
}
