package dev.pitstop.session;

import dev.pitstop.rpc.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A ledger that says of each line what the test wants, and writes down what becomes of it.
final class FakeLedger implements Ledger {
  /// What was done with a place: `answered 0`, `kept 1`, `free 2`.
  final List<String> done = new CopyOnWriteArrayList<>();

  private final Before before;
  private final List<How> left;
  private final Map<String, String> notes = new ConcurrentHashMap<>();
  private int places;

  /// @param left what the process before has left of the lines that come first
  FakeLedger(Before before, How... left) {
    this.before = before;
    this.left = new ArrayList<>(List.of(left));
  }

  @Override
  public Before before() {
    return before;
  }

  @Override
  public void longest(int bytes) {
    // there is room for all
  }

  @Override
  public int takes(byte[] line, int length, boolean lasting) {
    return places++;
  }

  @Override
  public void passes(int length) {
    // nothing to keep
  }

  @Override
  public void skips() {
    // nothing to keep
  }

  @Override
  public How how(int place) {
    return place < left.size() ? left.get(place) : How.NEW;
  }

  @Override
  public void answered(int place, long end) {
    done.add("answered " + place);
  }

  @Override
  public void kept(int place, long end) {
    done.add("kept " + place);
  }

  @Override
  public void free(int place) {
    done.add("free " + place);
  }

  /// The process before has noted this.
  FakeLedger noted(String name, String text) {
    notes.put(name, text);
    return this;
  }

  @Override
  public void note(String name, String text) {
    notes.put(name, text);
  }

  @Override
  public String noted(String name) {
    return notes.getOrDefault(name, "");
  }

  @Override
  public int asks(String id) {
    return places++;
  }

  @Override
  public List<String> asked() {
    return List.of();
  }
}
