package dev.pitstop.http;
import java.nio.file.Path; import javax.net.ssl.SSLContext;
public final class Trust { public static SSLContext with(Path p) { throw new IllegalArgumentException("no"); } }
