package dev.pitstop.backend;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A builder whose output is shown without what nobody may see (H6).
///
/// @param hide gives a text without that
public record HidingBuilder(Builder builder, UnaryOperator<String> hide) implements Builder {
  @Override
  public Build start(Consumer<String> onLine, Consumer<Result> done) {
    return builder.start(
        line -> onLine.accept(hide.apply(line)),
        r ->
            done.accept(
                new Result(
                    r.ok(),
                    r.cancelled(),
                    hide.apply(r.report()),
                    r.log(),
                    r.millis(),
                    r.errors(),
                    r.port())));
  }
}
