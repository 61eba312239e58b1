package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.ReloadResult;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.channel.Facts;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.FailureText;
import dev.pitstop.session.texts.Naming;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// One server in one client's session: the server, what this session's agent has been told of it,
/// what is to be told next, and the texts about it. Called in turns of the monitor.
///
/// @param results which of its results may carry notices
public record SessionServer(
    Backend backend,
    Told told,
    Notices notices,
    Departed departed,
    OpenResults results,
    Naming naming,
    KnownCauses causes,
    Monitor monitor) {
  /// The tag of the notice about a reload of changed files that has failed.
  public static final String RELOAD_FAILED = "watch failed";

  private static final int MOST_PROBLEMS = 10;

  public SessionServer(Backend backend, Naming naming, Notices notices, Monitor monitor) {
    this(
        backend,
        new Told(),
        notices,
        new Departed(),
        new OpenResults(),
        naming,
        new KnownCauses(),
        monitor);
  }

  /// The same for a person beside the agent, whose texts name commands.
  ///
  /// @param word for the server in a command; empty if it is the only one
  public SessionServer forPerson(String word) {
    return new SessionServer(
        backend,
        told,
        notices,
        departed,
        results,
        new Naming(OwnToolNames.ofPerson(word), naming.names()),
        causes,
        monitor);
  }

  /// Waits until its lists are known, but not longer than so many milliseconds, and not if it is
  /// clear that they will not come. Do not call it in a turn.
  public void awaitLists(long millis) {
    CompletableFuture<Boolean> over = new CompletableFuture<>();
    monitor.turn(() -> backend.lists().whenKnown(millis, () -> over.complete(true)));
    over.join();
  }

  // Texts, as of now.

  /// Why the server does not run; without Pitstop's mark.
  public String whyDown() {
    return FailureText.fit(WhyDown.text(backend, backend.snapshot(), naming.tools(), causes));
  }

  public ReloadText reloadTexts() {
    return new ReloadText(backend, told, naming, causes);
  }

  // What happens to it.

  /// A new run serves. Posts a notice if that is news.
  public void serving(Run now) {
    schemaProblems(now);
    causes.stale().serving(notices);
    boolean otherFile = told.serving(now);
    boolean otherwise = told.untold(now).filter(d -> !d.isEmpty()).isPresent();
    if (otherwise || !backend.snapshot().counts().isFirst(now)) {
      notices.post(
          RestartNotice.TAG,
          now.number(),
          new RestartNotice(reloadTexts(), now, otherFile)::text,
          () -> told.told(now, backend.snapshot()));
    }
  }

  /// The problems in a command-line program's description of its tools are told once, and again
  /// when they change.
  private void schemaProblems(Run now) {
    List<String> problems = now.facts().schema().map(Facts.Schema::problems).orElse(List.of());
    if (told.areNew(problems)) {
      int most = Math.min(MOST_PROBLEMS, problems.size());
      String text =
          Words.MARK
              + Words.fill(
                  "The program's schema has {}:\n  {}",
                  Words.count(problems.size(), "problem"),
                  String.join("\n  ", problems.subList(0, most)))
              + (problems.size() > most
                  ? Words.fill("\n  and {} more: `server_status`", problems.size() - most)
                  : "");
      notices.post("schema problems", now.number(), () -> problems.isEmpty() ? "" : text);
    }
  }

  /// The client is given lists from this catalogue instead of the server's.
  public void listed(Catalog instead) {
    told.listed(instead);
    results.offered(instead);
  }

  public void strayWords(Run from) {
    causes.stdoutWords().heard(backend, from.number(), notices);
  }

  /// A reload that changed files led to is over.
  ///
  /// @param failed runs if it has failed
  public void reloaded(ReloadResult result, String files, Runnable failed) {
    switch (result.outcome()) {
      case RELOADED -> {
        notices.drop(RELOAD_FAILED);
        result.run().ifPresent(run -> told.because(run, files)); // its notice says so
      }
      case BUILD_FAILED, START_FAILED -> failed.run();
      case CANCELLED, STOPPED -> {} // whoever cancelled it knows
    }
  }

  public void catalogChanged(CatalogChange change) {
    told.changed(change);
    results.offered(change.now());
    departed.changed(change);
  }

  public void lost(Run gone, RunEnd how) {
    if (how.kind().isDaemons() && how.neverThere() && !how.byItself()) {
      return; // nothing existed that could end
    }
    String words = EndWords.endAndStatus(how);
    backend.ring().append(gone.number(), StderrRing.Kind.NOTE, words);
  }
}
