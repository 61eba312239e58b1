package dev.pitstop.session.exposure;

import dev.pitstop.rpc.Message;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.texts.ToolDescriptions;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// The instructions of Pitstop and many servers in the handshake. The handshake is answered before
/// any server runs, so it has the servers' last known instructions. `list_servers` shows new and
/// changed instructions. Called in turns of the monitor.
final class Instructions {
  /// Claude Code shows its agents 4,096 characters of the instructions.
  private static final int MOST = 4_000;

  private final Common common;

  /// Completes in a turn when the files have been read.
  private CompletableFuture<Void> known = CompletableFuture.completedFuture(null);

  Instructions(Common common) {
    this.common = common;
  }

  /// The servers exist, and none has said anything yet.
  void recall() {
    known = new CompletableFuture<>();
    common.members().all().forEach(common.memory()::recallIntroduction);
    common.memory().outside().whenDone(() -> known.complete(null));
  }

  void whenKnown(Runnable answer) {
    known.thenRun(answer);
  }

  void said(Member m, Message.Result handshake) {
    m.introduction(handshake);
    String result = handshake.result().text(handshake.bytes());
    common.memory().write(m, d -> d.writeHandshake(result));
  }

  /// Pitstop's own sentence, then each server's instructions, in fair shares of the room: a server
  /// that needs less than an even share leaves the rest to the others.
  String text() {
    StringBuilder out =
        new StringBuilder(ToolDescriptions.manySentence(common.management().names()));
    List<Member> speaking =
        common.members().all().stream().filter(m -> !m.instructions().isEmpty()).toList();
    List<Integer> needs =
        speaking.stream().map(m -> head(m).length() + m.instructions().length()).toList();
    int share = MOST;
    while (out.length() + length(needs, share) > MOST) {
      share -= 10;
    }
    for (Member m : speaking) {
      int most = share - head(m).length();
      if (most > 2) {
        out.append(head(m)).append(Words.cut(m.instructions(), most));
        m.introduce();
      }
    }
    return out.toString();
  }

  private static String head(Member m) {
    return "\n\n# " + m.name() + "\n";
  }

  /// What is shown of all servers if each has at most this share.
  private static int length(List<Integer> needs, int share) {
    return needs.stream().mapToInt(need -> Math.min(share, need)).sum();
  }
}
