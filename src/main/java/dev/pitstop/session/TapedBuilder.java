package dev.pitstop.session;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.tape.Tape;
import java.util.function.Consumer;

/// A builder whose successful builds a recording counts.
record TapedBuilder(Builder builder, String server, Tape tape) implements Builder {
  @Override
  public boolean builds() {
    return builder.builds();
  }

  @Override
  public boolean restarts() {
    return builder.restarts();
  }

  @Override
  public Build start(Consumer<String> onLine, Consumer<Result> done) {
    return builder.start(
        onLine,
        result -> {
          if (result.ok()) {
            tape.built(server);
          }
          done.accept(result);
        });
  }
}
