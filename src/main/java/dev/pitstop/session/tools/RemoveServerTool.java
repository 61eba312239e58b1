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
    Optional<Member> member =
        call.await(() -> {
          Optional<Member> found = choice.members().find(name);
          if (found.isEmpty() && !(save && file.isPresent())) {
            throw new Refused(choice.unknown(name, "name"));
          }
          found.ifPresent(m -> were.addAll(m.backend().snapshot().live()));
          CompletableFuture<Optional<Member>> gone = new CompletableFuture<>();
          Runnable over = () -> gone.complete(found);
          found.ifPresentOrElse(m -> membership.remove(m, over), over);
          return gone;
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
            .orElse("Server `" + name + "` is not running.");
    String saved =
        file.map(in ->
                save
                    ? forgotten(name, did)
                    : Words.fill(" It is still saved in {}, so the next session starts it", in)
                        + choice
                            .tools()
                            .call("remove_server", "; {} with `save: true` removes it.", "."))
            .orElse("");
    JsonFacts facts =
        new JsonFacts()
            .with("name", name)
            .with("removed", true)
            .with("saved_in", file.filter(in -> !save));
    return () -> Answer.of(Words.MARK + did + saved, facts);
  }

  private String forgotten(String name, String did) {
    try {
      entries.forget(name);
      return " Its entry was removed from " + entries.file() + ".";
    } catch (IOException | RuntimeException | Error e) {
      throw new Refused(
          did
              + " Its entry could not be removed from the configuration file: "
              + Optional.ofNullable(e.getMessage()).orElse(e.toString())
              + ".");
    }
  }
}
