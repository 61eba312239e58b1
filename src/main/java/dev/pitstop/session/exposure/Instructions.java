package dev.pitstop.session.exposure;

import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.texts.ToolDescriptions;
import dev.pitstop.text.Words;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// The instructions of Pitstop and many servers in the handshake. The handshake is answered before
/// any server runs, so it has the servers' last known instructions and capabilities. `list_servers`
/// shows new and changed instructions. Called in turns of the monitor.
final class Instructions {
  /// Claude Code shows its agents 4,096 characters of the instructions.
  private static final int MOST = 4_000;

  /// The client's handshake waits so long for files: a disk may hang.
  private static final long MEMORY_MILLIS = 300;

  private final Common common;

  /// Completes in a turn when the files have been read, or have not been in time.
  private CompletableFuture<Void> known = CompletableFuture.completedFuture(null);

  Instructions(Common common) {
    this.common = common;
  }

  /// The servers exist, and none has said anything yet.
  void recall() {
    known = new CompletableFuture<>();
    common.members().all().forEach(common.memory()::recallIntroduction);
    common.memory().outside().whenDone(() -> known.complete(null));
    Timers.Timer limit = common.wiring().after(MEMORY_MILLIS, () -> known.complete(null));
    known.thenRun(limit::cancel);
  }

  /// Runs `answer`, which sends the instructions to the client, when they are known.
  void whenKnown(Runnable answer) {
    known.thenRun(answer);
  }

  /// A server has answered its handshake.
  void said(Member m, Message.Result handshake) {
    m.introduction(handshake);
    String result = handshake.result().text(handshake.bytes());
    common.memory().write(m, d -> d.writeHandshake(result));
  }

  /// What the servers can do that Pitstop does not do itself: further members of its capabilities,
  /// each with a comma before it.
  String capabilities() {
    return Capabilities.union(
        common.members().all().stream()
            .map(m -> m.handshake().map(Capabilities::of).orElse(""))
            .toList());
  }

  /// Pitstop's own sentence, then each server's instructions, in fair shares of the room.
  String text() {
    StringBuilder out =
        new StringBuilder(ToolDescriptions.manySentence(common.management().names()));
    List<Member> speaking =
        common.members().all().stream().filter(m -> !m.instructions().isEmpty()).toList();
    Map<Member, Integer> shares = shares(speaking, MOST - out.length());
    for (Member m : speaking) {
      int share = shares.getOrDefault(m, 0) - head(m).length();
      if (share > 2) {
        out.append(head(m)).append(Words.cut(m.instructions(), share));
        m.introduce();
      }
    }
    return out.toString();
  }

  private static String head(Member m) {
    return "\n\n# " + m.name() + "\n";
  }

  /// A server that needs less than an even share leaves the rest to the others.
  private static Map<Member, Integer> shares(List<Member> speaking, int room) {
    List<Member> shortest =
        speaking.stream().sorted(Comparator.comparingInt(Instructions::needs)).toList();
    Map<Member, Integer> shares = new HashMap<>();
    int left = room;
    for (int i = 0; i < shortest.size(); i++) {
      int share = Math.min(needs(shortest.get(i)), left / (shortest.size() - i));
      shares.put(shortest.get(i), share);
      left -= share;
    }
    return shares;
  }

  private static int needs(Member m) {
    return head(m).length() + m.instructions().length();
  }
}
