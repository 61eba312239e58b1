package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.text.Words;

/// What a tool answers that is about a program, when it is asked for a daemon (H4).
record NotOfDaemons(Management.Spec spec, Member member) implements Management.Tool {
  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    call.fail(
        Words.MARK
            + "Server `"
            + member.name()
            + "` is a daemon at "
            + member.backend().display()
            + ". Its developer starts and stops it; Pitstop does neither look into it nor stop it.");
  }
}
