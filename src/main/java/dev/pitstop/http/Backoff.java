package dev.pitstop.http;
import java.util.random.RandomGenerator;
public final class Backoff { private final long first, most; private long now;
  public Backoff(RandomGenerator r, long first, long most) { this.first = first; this.most = most; now = first; }
  public long next() { long n = now; now = Math.min(most, now * 2); return n; }
  public void reset() { now = first; } }
