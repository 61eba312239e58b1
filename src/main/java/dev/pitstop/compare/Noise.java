package dev.pitstop.compare;

import dev.pitstop.rpc.Message;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The places in an answer that do not count, such as a time. Immutable.
///
/// @param places what is at one of these or inside it is left out
public record Noise(List<Place> places) {
  public static final Noise NONE = new Noise(List.of());

  /// More places than this become places in any element.
  private static final int MANY = 20;

  /// The most places whose difference is looked at.
  private static final int MOST = 10_000;

  public Noise {
    places = List.copyOf(places);
  }

  /// What differs between two answers that the same build gave to the same call. An array or a text
  /// whose length differs is noise as a whole.
  public static Noise between(Message.Response first, Message.Response second) {
    Walk walk = new Walk(List.of(), true, MOST);
    Answers.walk(first, second, walk);
    Set<Place> places = new LinkedHashSet<>();
    boolean many = walk.places.size() > MANY;
    walk.places.forEach(place -> places.add(many ? place.anyIndex() : place));
    return new Noise(List.copyOf(places));
  }

  /// These places and some others.
  public Noise and(List<Place> others) {
    List<Place> all = new ArrayList<>(places);
    all.addAll(others);
    return new Noise(all);
  }
}
