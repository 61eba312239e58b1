package dev.pitstop.session.exposure;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure;
import dev.pitstop.backend.Run;
import dev.pitstop.hub.Description;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Splice;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.notices.Answers;
import dev.pitstop.session.texts.Refusals;
import java.util.Optional;

/// The client's `server/discover`. The server answers it itself, or what is remembered of it; a
/// legacy server leaves the client to fall back, as without Pitstop. Only for a client that speaks
/// no other era is it answered in the place of a legacy server (docs/design/eras.md). Called in
/// turns of the monitor.
final class Discovery {
  /// How long the request waits for a server of which nothing is known, so that the client falls
  /// back while it still waits: Claude Code waits for 3 s, the start of Pitstop included.
  private static final long LEGACY_MILLIS = 2_200;

  private final Common common;
  private final Backend backend;
  private final ServerHandshake handshake;
  private final Answers answers;
  private final long patienceMillis;
  private boolean modernOnly; // the client does not fall back

  Discovery(Common common, Member member, ServerHandshake handshake, Exposure.Plain how) {
    this.common = common;
    this.backend = member.backend();
    this.answers = member.answers();
    this.handshake = handshake;
    this.patienceMillis = how.handshake().millis();
    this.modernOnly = how.modernClient();
  }

  void request(Message.Request r, RequestFacts f, Reply reply) {
    if (isTranslated()) {
      Optional<byte[]> refusal = ModernRules.refusal(r, f);
      if (refusal.isPresent()) {
        reply.send(refusal.get());
        return;
      }
      common.wiring().facts().modern(r, f, false);
      backend.eraKnown(); // a legacy server is greeted, and its answer translated
    }
    new Asked(r, f, reply).begin();
  }

  /// Whether the client cannot fall back, so that a legacy server is introduced to it in the words
  /// of its own era.
  private boolean isTranslated() {
    return (modernOnly || common.wiring().facts().modern())
        && common.wiring().facts().initialize().isEmpty()
        && backend.serving().filter(Run::modern).isEmpty();
  }

  private final class Asked implements Call.RequestEdits {
    private final Reply given;
    private final Call call;
    private Optional<Timers.Timer> patience = Optional.empty();

    Asked(Message.Request r, RequestFacts f, Reply given) {
      this.given = given;
      call = new Call(Call.Kind.REQUEST, r, f, "", this, (c, ending) -> ended(ending));
    }

    private RequestId id() {
      return call.request().id();
    }

    /// A server that did not answer it the last time is not asked: some exit over it, some say
    /// nothing.
    void begin() {
      common.wiring().tracker().open(backend, call, given);
      if (backend.serving().isPresent() || isTranslated()) {
        ask();
        return;
      }
      handshake.remembered(known -> {
        if (known.legacy() && mayRefuse()) {
          refuse();
        } else if (isOpen()) {
          ask();
        }
      });
    }

    private void ask() {
      backend.calls().submit(call);
      waitFor(patienceMillis, () -> handshake.remembered(this::impatient));
    }

    private void answer(byte[] response) {
      if (common.wiring().tracker().over(call)) {
        given.send(response);
      }
    }

    private boolean isOpen() {
      return !call.ended() && !call.cancelled();
    }

    private void waitFor(long millis, Runnable then) {
      if (isOpen()) {
        patience = Optional.of(common.wiring().after(millis, then));
      }
    }

    private void waitNoMore() {
      patience.ifPresent(Timers.Timer::cancel);
    }

    /// The server is slow. Without a description of it, it counts as legacy after a while.
    private void impatient(Description.Known known) {
      Optional<byte[]> answer = handshake.discovered(id(), known);
      if (answer.isPresent() && isOpen() && backend.serving().isEmpty()) {
        leave();
        answer(answer.get());
      } else {
        waitFor(Math.max(0, LEGACY_MILLIS - patienceMillis), this::refuse);
      }
    }

    private boolean mayRefuse() {
      return isOpen() && backend.serving().filter(Run::modern).isEmpty() && !isTranslated();
    }

    private void refuse() {
      if (mayRefuse()) {
        leave();
        deny();
      }
    }

    private void deny() {
      handshake.refusedDiscover();
      refused();
      answer(
          Messages.error(
              id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(call.request().method())));
    }

    private void leave() {
      backend.calls().giveUp(call);
      call.cancel(); // a late answer finds the call cancelled
    }

    /// The client gets a refusal. If it asks once more after that, it does not fall back.
    private void refused() {
      modernOnly |= call.hasBytes() && ModernRules.refusal(call.request(), call.facts()).isEmpty();
    }

    @Override
    public void into(Splice splice, Call asked, Run to) {}

    /// The client does not fall back, and the server is legacy.
    @Override
    public boolean diverts(Call asked, Run to) {
      Optional<byte[]> translated =
          isTranslated() && common.bridge().between(true, to)
              ? handshake.introduce(id())
              : Optional.empty();
      if (translated.isPresent()) {
        waitNoMore();
        call.leaves();
        answer(translated.get());
      }
      return translated.isPresent();
    }

    private void ended(Call.Ending ending) {
      waitNoMore();
      if (ending instanceof Call.Ending.Answered a) {
        backend.discovered(a.by(), a.message());
        if (!a.by().modern()) {
          refused();
        }
        answer(handshake.discovered(id(), a.message()));
      } else if (ending instanceof Call.Ending.Failed failed) {
        unanswered(failed.why());
      }
    }

    /// No server will answer. Pitstop does not invent the answer of an unknown server, because the
    /// client takes its era from it.
    private void unanswered(Failure why) {
      byte[] error = answers.failure(call, why, true);
      handshake.remembered(known -> {
        Optional<byte[]> answer = handshake.discovered(id(), known);
        if (answer.isEmpty() && why instanceof Failure.DiedOfProbe) {
          deny();
        } else {
          answer(answer.orElse(error));
        }
      });
    }
  }
}
