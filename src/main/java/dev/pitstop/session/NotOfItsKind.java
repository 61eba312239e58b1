package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.text.Words;

/// The answer of a tool about processes for a server that is not a process.
record NotOfItsKind(Management.Spec spec, Member member) implements Management.Tool {
  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    call.fail(
        Words.MARK
            + "Server `"
            + member.name()
            + "` is "
            + switch (member.backend().kind()) {
              case PROCESS -> throw new IllegalStateException("it is a process");
              case SESSION -> // H4
                  "a daemon at "
                      + member.backend().display()
                      + ". Its developer starts and stops it; Pitstop neither inspects nor stops it.";
              case SCHEMA ->
                  "a command-line program: each call is its own process, and none runs between"
                      + " calls. There is nothing to stop, and its file can be overwritten.";
            });
  }
}
