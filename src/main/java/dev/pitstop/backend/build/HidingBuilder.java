package dev.pitstop.backend.build;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A builder whose output is shown without secrets.
///
/// @param hide removes secrets from a text
public record HidingBuilder(Builder builder, UnaryOperator<String> hide) implements Builder {
  @Override
  public boolean builds() {
    return builder.builds();
  }

  @Override
  public boolean restarts() {
    return builder.restarts();
  }

  @Override
  public Result run(Consumer<String> onLine, CompletableFuture<?> cancelled) {
    Result result = builder.run(line -> onLine.accept(hide.apply(line)), cancelled);
    return result.saying(hide.apply(result.report()));
  }
}
