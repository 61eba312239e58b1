package dev.pitstop.session.tools;

import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.texts.OptionsText;
import dev.pitstop.session.texts.OwnToolNames;
import java.io.IOException;
import java.util.Optional;

/// Saves options in the server's entry of the configuration file.
public record FileKeeper(ServerEntries entries, OwnToolNames names) implements Keeper {
  @Override
  public String keep(String server, String build) throws IOException {
    Optional<String> file = entries.savedIn(server);
    if (file.isEmpty()) {
      return OptionsText.noEntry(server, entries.file(), names);
    }
    entries.keep(server, build);
    return OptionsText.saved(server, file.get());
  }
}
