package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.session.texts.KindWords;

/// The answer of a tool about processes for a server that is not a process.
record NotOfItsKind(Management.Spec spec, Backend server) implements Management.Tool {
  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    call.fail(KindWords.noProcess(server));
  }
}
