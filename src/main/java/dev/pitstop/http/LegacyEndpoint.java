package dev.pitstop.http;
import java.net.URI;
public sealed interface LegacyEndpoint { record At(URI uri) implements LegacyEndpoint {} record Refused(String why) implements LegacyEndpoint {}
  static LegacyEndpoint of(URI base, String data) { return new At(base.resolve(data)); } }
