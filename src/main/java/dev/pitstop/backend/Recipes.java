package dev.pitstop.backend;

import java.util.Optional;
import java.util.function.Consumer;

/// The recipes of one server: by which it runs, by which the next reload runs it, and to which it
/// goes back if that fails. Changed in turns of the monitor; read on any thread.
final class Recipes {
  private final Consumer<Recipe> changed;
  private volatile Recipe current; // of the serving run, otherwise the newest
  private volatile Recipe wanted; // of the next reload
  private Optional<Recipe> good = Optional.empty(); // served last, if a reload stopped it

  /// @param changed takes each new present recipe
  Recipes(Recipe first, Consumer<Recipe> changed) {
    this.current = first;
    this.wanted = first;
    this.changed = changed;
  }

  /// The recipe of the serving run or, without one, the newest.
  Recipe current() {
    return current;
  }

  /// The recipe of the next reload.
  Recipe wanted() {
    return wanted;
  }

  void wants(Recipe next) {
    wanted = next;
  }

  void runsBy(Recipe now) {
    if (!now.equals(current)) {
      current = now;
      changed.accept(now);
    }
  }

  /// A run by this recipe serves.
  void serves(Recipe now) {
    runsBy(now);
    good = Optional.of(now);
  }

  /// The serving run ended for another reason than a reload: its recipe is not restored.
  void forgetGood() {
    good = Optional.empty();
  }

  /// The recipe to restore after a start by this one has failed and left nothing serving.
  Optional<Recipe> insteadOf(Recipe failed) {
    return good.filter(g -> !g.equals(failed));
  }
}
