package dev.pitstop.soak;

import java.util.Map;

/// Holds what the client was told against what the servers did (C1, C2).
final class Judge {
  private Judge() {}

  /// After the session: every request was answered, none was executed too often, and the words of
  /// each refusal agree with the execution log.
  static void judge(Ledger ledger, Puppet puppet, Problems problems) {
    Map<String, Integer> executions = puppet.executions();
    int deaths = ledger.takeovers().deaths();
    for (Asked asked : ledger.all()) {
      int times = executions.getOrDefault(asked.key, 0);
      if (asked.answers == 0 && !asked.cancelled && !asked.endless) {
        problems.add("unanswered", asked.toString());
      }
      if ((asked.repeat == Asked.Repeat.NEVER && times > 1)
          || (asked.repeat == Asked.Repeat.ONCE && times > mostOfRead(asked, deaths))) {
        problems.add("executed-too-often", times + " times: " + asked);
      }
      if (asked.good && asked.echoes && times == 0) {
        problems.add("made-up-answer", asked.toString());
      }
      if (asked.isUntold() && asked.toldLate && asked.deathsBefore == deaths) {
        problems.add("update-lost", asked.toString());
      }
      if (asked.mustFail && (asked.good || asked.inputRequired)) {
        problems.add("state-taken", "used before, or nobody's: " + asked);
      }
      if (!asked.mustFail) {
        asked.refusal.ifPresent(text -> words(asked, text, times, deaths, problems));
      }
    }
    ledger.notifications().judge();
    for (String complaint : puppet.complaints()) {
      problems.add("server-complains", complaint);
    }
  }

  /// A read is sent once more to the next server, and each next engine begins with it anew. Of a
  /// call of a tool an engine does not know whether it reads.
  private static int mostOfRead(Asked asked, int deaths) {
    return asked.begunAnew(deaths) ? 2 * (1 + asked.deaths(deaths)) : 2;
  }

  private static void words(Asked asked, String text, int times, int deaths, Problems problems) {
    if (Texts.saysNotSent(text) && times > 0 && !asked.begunAnew(deaths)) {
      problems.add("words", "said to be not sent, executed " + times + " times: " + asked);
    }
    if (asked.readOnly
        && asked.toolsKnown
        && text.contains("may have taken effect")
        && asked.deaths(deaths) == 0) {
      problems.add("words", "a read may have taken effect: " + asked);
    }
  }
}
