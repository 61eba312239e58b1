package dev.pitstop.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/// The certificates that TLS trusts: those of the system's Java, and those in files that the user
/// names because a daemon has an authority of its own (catalogue H 37). For one thread.
public final class Trust {
  private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
  private static final String END = "-----END CERTIFICATE-----";

  private final List<Certificate> extra = new ArrayList<>();

  /// Adds the certificates of a file.
  ///
  /// @param file one or more certificates as PEM with any text between them, or one as DER
  /// @throws BadSetting if the file cannot be read or contains no certificate or a broken one. Then
  ///   none of its certificates is trusted
  public void add(Path file) throws BadSetting {
    extra.addAll(certificates(file));
  }

  /// The context for TLS. Empty if no file was added: the system's own context is enough then.
  ///
  /// @throws BadSetting if the system's Java rejects the certificates
  public Optional<SSLContext> context() throws BadSetting {
    if (extra.isEmpty()) {
      return Optional.empty();
    }
    try {
      KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
      all.load(null, null);
      int i = 0;
      List<Certificate> trusted = new ArrayList<>(systems());
      trusted.addAll(extra);
      for (Certificate certificate : trusted) {
        all.setCertificateEntry("trusted-" + i++, certificate);
      }
      SSLContext context = SSLContext.getInstance("TLS");
      TrustManagerFactory factory = factory();
      factory.init(all);
      context.init(null, factory.getTrustManagers(), null);
      return Optional.of(context);
    } catch (GeneralSecurityException | IOException e) {
      throw new BadSetting("cannot add the certificates to the trusted ones: " + e);
    }
  }

  static List<X509Certificate> systems() throws GeneralSecurityException {
    List<X509Certificate> all = new ArrayList<>();
    TrustManagerFactory factory = factory();
    factory.init((KeyStore) null);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager x509) {
        all.addAll(List.of(x509.getAcceptedIssuers()));
      }
    }
    return all;
  }

  private static TrustManagerFactory factory() throws GeneralSecurityException {
    return TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
  }

  private static List<Certificate> certificates(Path file) throws BadSetting {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException e) {
      String why = Files.exists(file) ? e.getMessage() : "no such file";
      throw new BadSetting("cannot read the certificates in " + file + ": " + why);
    }
    boolean der = bytes.length > 0 && bytes[0] == 0x30; // a SEQUENCE
    List<byte[]> encoded =
        der ? List.of(bytes) : blocks(file, new String(bytes, StandardCharsets.ISO_8859_1));
    List<Certificate> all = new ArrayList<>();
    for (byte[] one : encoded) {
      try {
        all.add(
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(one)));
      } catch (CertificateException e) {
        throw broken(file, all.size());
      }
    }
    return all;
  }

  private static List<byte[]> blocks(Path file, String text) throws BadSetting {
    List<byte[]> all = new ArrayList<>();
    int begin = text.indexOf(BEGIN);
    while (begin >= 0) {
      int end = text.indexOf(END, begin);
      if (end < 0) {
        throw broken(file, all.size());
      }
      try {
        all.add(Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end)));
      } catch (IllegalArgumentException noBase64) {
        throw broken(file, all.size());
      }
      begin = text.indexOf(BEGIN, end);
    }
    if (all.isEmpty()) {
      throw new BadSetting(file + " contains no certificate: one starts with `" + BEGIN + "`");
    }
    return all;
  }

  private static BadSetting broken(Path file, int before) {
    return new BadSetting("certificate " + (before + 1) + " in " + file + " is broken");
  }
}
