package dev.pitstop.soak;

import java.util.Map;

/// Holds what the client was told against what the servers did.
final class Judge {
  private Judge() {}

  /// After the session: every request was answered, none was executed too often, and the words of
  /// each refusal agree with the execution log.
  static void judge(Ledger ledger, Puppet puppet, Problems problems) {
    Map<String, Integer> executions = puppet.executions();
    for (Asked asked : ledger.all()) {
      int times = executions.getOrDefault(asked.key, 0);
      if (asked.answers == 0 && !asked.cancelled && !asked.endless) {
        problems.add("unanswered", asked.toString());
      }
      if ((asked.repeat == Asked.Repeat.NEVER && times > 1)
          || (asked.repeat == Asked.Repeat.ONCE && times > 2)) {
        problems.add("executed-too-often", times + " times: " + asked);
      }
      if (asked.good && asked.echoes && times == 0) {
        problems.add("made-up-answer", asked.toString());
      }
      if (asked.isUntold() && asked.toldLate) {
        problems.add("update-lost", asked.toString());
      }
      if (asked.mustFail && (asked.good || asked.inputRequired)) {
        problems.add("state-taken", "used before, or nobody's: " + asked);
      }
      if (!asked.mustFail) {
        asked.refusal.ifPresent(text -> words(asked, text, times, problems));
      }
    }
    ledger.notifications().judge();
    for (String complaint : puppet.complaints()) {
      problems.add("server-complains", complaint);
    }
  }

  private static void words(Asked asked, String text, int times, Problems problems) {
    if (Texts.saysNotSent(text) && times > 0) {
      problems.add("words", "said to be not sent, executed " + times + " times: " + asked);
    }
    if (asked.readOnly && asked.toolsKnown && text.contains("may have taken effect")) {
      problems.add("words", "a read may have taken effect: " + asked);
    }
  }
}
