package dev.pitstop.channel.shared;

import dev.pitstop.process.StderrRing;
import java.util.List;

/// Takes the output of a process that sessions share: each of them gets it as the output of its own
/// run, from the moment on when it has a place.
final class SharedRing extends StderrRing {
  private final List<? extends Place> places;

  SharedRing(List<? extends Place> places) {
    this.places = places;
  }

  @Override
  public void appendPlain(int incarnation, Kind kind, String line) {
    for (Place place : places) {
      place.output(kind, line);
    }
  }
}
