package dev.pitstop.http;
import java.net.*; import java.util.*; import java.util.function.Function;
public final class Proxies { public static ProxySelector of(Function<String, Optional<String>> env) { return ProxySelector.of(null); } }
