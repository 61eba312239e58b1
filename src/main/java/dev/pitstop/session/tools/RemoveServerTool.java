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
    // whether the entry belongs to this server, and not to another of the same name
    boolean its = member.map(Member::fromFile).orElse(true);
    boolean forget = save && its && file.isPresent();
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
    String stays = file.map(f -> stays(name, f, its)).orElse("");
    JsonFacts facts = new JsonFacts().with("name", name).with("removed", true);
    if (forget) {
      forget(name, did, stays);
      String forgotten = " Its entry was removed from " + entries.file() + ".";
      return () -> Answer.of(Words.MARK + did + forgotten, facts);
    } else if (member.isEmpty()) {
      throw new Refused(did + stays);
    }
    facts.with("saved_in", file.filter(f -> its));
    return () -> Answer.of(Words.MARK + did + stays, facts);
  }

  /// The text about the entry while it exists.
  private String stays(String name, String file, boolean its) {
    return its
        ? Words.fill(" It is still saved in {}, so the next session starts it", file)
            + choice.tools().call("remove_server", "; {} with `save: true` removes it.", ".")
        : Words.fill(
            " The entry `{}` in {} belongs to another server and stays there.", name, file);
  }

  /// Writes a file.
  private void forget(String name, String did, String stays) {
    try {
      entries.forget(name);
    } catch (IOException | RuntimeException | Error e) {
      String why = Optional.ofNullable(e.getMessage()).orElse(e.toString());
      throw new Refused(
          did
              + Words.fill(" Its entry could not be removed from the configuration file: {}.", why)
              + stays);
    }
  }
}
