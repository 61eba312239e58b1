package dev.pitstop.soak;

/// What answers say of the death of an engine: no more than a death may cause
/// (docs/design/engine.md, "When the engine dies"). Guarded by the [Ledger].
final class Takeovers {
  private static final String ENDED = "Pitstop's engine ended unexpectedly";
  private static final String LOST = ENDED + " before ";
  private static final String NOTICE = ENDED + ". ";

  private final Problems problems;
  private final Deaths deaths;
  private final int deathsBefore;
  private int notices;

  Takeovers(Problems problems, Deaths deaths) {
    this.problems = problems;
    this.deaths = deaths;
    this.deathsBefore = deaths.over();
  }

  /// How many deaths there may have been by now.
  int deaths() {
    return deaths.begun();
  }

  /// Whether it says that the engine ended before it had answered.
  static boolean saysLost(String text) {
    return text.contains(LOST);
  }

  /// A first answer has come.
  void answered(Asked asked, String line) {
    if (line.contains(NOTICE)) {
      notices++;
      if (notices > deaths.begun() - deathsBefore) {
        problems.add("notice-again", notices + " notices: " + asked);
      }
    }
    if (asked.refusal.filter(Takeovers::saysLost).isEmpty()) {
      return;
    }
    if (asked.deaths(deaths.begun()) == 0) {
      problems.add("lost-for-nothing", "no engine has died: " + asked);
    }
    boolean known = !asked.method.equals("no/such-method");
    if (!asked.batched && known && !asked.method.equals("tools/call")) {
      problems.add("lost-for-nothing", "it could be repeated: " + asked);
    }
  }
}
