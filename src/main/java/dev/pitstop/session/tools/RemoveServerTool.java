package dev.pitstop.session.tools;

import dev.pitstop.backend.Run;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.RunWords;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/// `remove_server`. The server leaves all lists at once, and calls in flight end with a clear
/// error. Its entry in the configuration file stays, unless the caller wants it removed too.
record RemoveServerTool(Membership membership, ServerEntries entries, ServerChoice choice)
    implements Management.Body {
  @Override
  public Supplier<Answer> run(Args args, ManagedCall call) {
    String name = args.server("name");
    boolean save = args.flag("save", false);
    Optional<String> file = entries.savedIn(name);
    List<Run> were = new ArrayList<>();
    CompletableFuture<Optional<Member>> gone = new CompletableFuture<>();
    Optional<Member> member =
        call.await(
            gone,
            () -> {
              Optional<Member> found = choice.members().find(name);
              if (found.isPresent()) {
                were.addAll(found.get().backend().snapshot().live());
                membership.remove(found.get(), () -> gone.complete(found));
              } else if (file.isPresent()) {
                gone.complete(found);
              } else {
                throw new Refused(choice.unknown(name, "name"));
              }
            });
    List<Long> left = StopTool.pids(were, true);
    String did =
        member
            .map(m ->
                Words.fill("Removed server `{}`", name)
                    + (!left.isEmpty()
                        ? ". But " + RunWords.survived(left)
                        : m.backend().kind().isDaemons()
                            ? "; its daemon was not touched."
                            : "; it no longer runs."))
            .orElse(
                save
                    ? "Server `" + name + "` is not running."
                    : "There is no server `" + name + "` in this session.");
    JsonFacts facts = new JsonFacts().with("name", name).with("removed", true);
    if (save && file.isPresent()) {
      forget(name, did);
      String forgotten = " Its entry was removed from " + entries.file() + ".";
      return () -> Answer.of(Words.MARK + did + forgotten, facts);
    }
    String stays = file.map(this::stays).orElse("");
    if (member.isEmpty()) {
      throw new Refused(did + stays);
    }
    facts.with("saved_in", file);
    return () -> Answer.of(Words.MARK + did + stays, facts);
  }

  /// The text about the entry while it exists.
  private String stays(String file) {
    return Words.fill(" It is still saved in {}, so the next session starts it", file)
        + choice.tools().call("remove_server", "; {} with `save: true` removes it.", ".");
  }

  /// Writes a file.
  private void forget(String name, String did) {
    try {
      entries.forget(name);
    } catch (IOException | RuntimeException | Error e) {
      throw new Refused(
          did
              + " Its entry could not be removed from the configuration file: "
              + Optional.ofNullable(e.getMessage()).orElse(e.toString())
              + ".");
    }
  }
}
