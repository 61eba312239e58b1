package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.channel.RunKind;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.RemoveText;
import dev.pitstop.session.texts.ToolDescriptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `remove_server`. The server leaves all lists at once, and calls in flight end with a clear
/// error. Its entry in the configuration file stays, unless the caller wants it removed too.
record RemoveServerTool(Membership membership, ServerEntries entries, ServerChoice choice)
    implements Management.Tool {
  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        "remove_server",
        ToolDescriptions.REMOVE_SERVER,
        "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},"
            + "\"save\":{\"type\":\"boolean\"}},\"required\":[\"name\"]}",
        "{\"destructiveHint\":true,\"idempotentHint\":true,\"openWorldHint\":false}");
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Args args = new Args(ServerChoice.meant(arguments, "name"));
    String name = args.text("name");
    boolean save = args.flag("save", false);
    Optional<String> file = entries.savedIn(name);
    List<Member> removed = new ArrayList<>(1);
    List<Run> were = new ArrayList<>();
    List<String> names = new ArrayList<>();
    call.await(over -> {
      names.addAll(choice.members().names());
      choice.members().find(name).ifPresent(removed::add);
      if (removed.isEmpty()) {
        over.run();
      } else {
        were.addAll(removed.getFirst().backend().snapshot().live());
        membership.remove(removed.getFirst(), over);
      }
    });
    if (removed.isEmpty()) {
      notThere(new SavedEntry(name, file, true, save), choice.unknown(name, "name", names), call);
    } else {
      Member m = removed.getFirst();
      gone(new SavedEntry(name, file, m.fromFile(), save), m.backend().kind(), were, call);
    }
  }

  /// The entry of a server in the configuration file.
  ///
  /// @param file the file with an entry of the server's name, if there is one
  /// @param its whether the entry belongs to this server, and not to another of the same name
  /// @param goes whether the entry is to be removed too
  private record SavedEntry(String name, Optional<String> file, boolean its, boolean goes) {
    /// The text about the entry while it exists.
    String words(OwnToolNames tools) {
      if (file.isEmpty()) {
        return "";
      }
      return its ? RemoveText.saved(file.get(), tools) : RemoveText.savedOther(name, file.get());
    }
  }

  private void gone(SavedEntry entry, RunKind kind, List<Run> were, ManagedCall call) {
    List<Long> left = new ArrayList<>();
    for (Run run : were) {
      if (run.facts().pid().isPresent() && run.end().flatMap(RunEnd::exit).isEmpty()) {
        left.add(run.facts().pid().getAsLong());
      }
    }
    String text = RemoveText.removed(entry.name(), kind, left);
    if (entry.goes() && entry.its() && entry.file().isPresent()) {
      forget(entry, text, call);
    } else {
      call.answer(text + entry.words(choice.names()), facts(entry, entry.file()));
    }
  }

  private void notThere(SavedEntry entry, String unknown, ManagedCall call) {
    if (entry.file().isEmpty()) {
      call.fail(unknown);
    } else if (entry.goes()) {
      forget(entry, RemoveText.notRunning(entry.name()), call);
    } else {
      call.fail(RemoveText.notThere(entry.name()) + entry.words(choice.names()));
    }
  }

  private void forget(SavedEntry entry, String text, ManagedCall call) {
    try {
      entries.forget(entry.name());
    } catch (IOException | RuntimeException | Error e) {
      call.fail(text + stays(e) + entry.words(choice.names()));
      return;
    }
    String out = RemoveText.forgotten(entry.file());
    call.answer(text + out, facts(entry, Optional.empty()));
  }

  private static String stays(Throwable why) {
    return RemoveText.notForgotten(Optional.ofNullable(why.getMessage()).orElse(why.toString()));
  }

  private static JsonObject facts(SavedEntry entry, Optional<String> saved) {
    JsonObject o = new JsonObject();
    o.addProperty("name", entry.name());
    o.addProperty("removed", true);
    saved.filter(file -> entry.its()).ifPresent(file -> o.addProperty("saved_in", file));
    return o;
  }
}
