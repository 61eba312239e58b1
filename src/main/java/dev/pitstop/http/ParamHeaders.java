package dev.pitstop.http;
import dev.pitstop.rpc.Span; import java.util.*;
public final class ParamHeaders { public record Invalid(String tool, String why) {} public record Learned(List<Invalid> invalid, Optional<byte[]> message) {}
  public Learned learn(byte[] m, Span result) { return new Learned(List.of(), Optional.empty()); }
  public List<Header> headers(String tool, byte[] m, Span args) { return List.of(); } }
