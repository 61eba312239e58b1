package dev.pitstop.http;

import static java.util.stream.Collectors.joining;

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
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/// The certificates that TLS trusts: those of the system's Java, and those in files that the user
/// names because a daemon has an authority of its own. For one thread.
public final class Trust {
  /// A certificate among other text, of which the JDK takes none.
  private static final Pattern PEM =
      Pattern.compile("-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----");

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
  public Optional<SSLContext> context() {
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
      throw new IllegalStateException(e); // they were read
    }
  }

  static List<X509Certificate> systems() throws GeneralSecurityException {
    TrustManagerFactory factory = factory();
    factory.init((KeyStore) null);
    return Stream.of(factory.getTrustManagers())
        .filter(X509TrustManager.class::isInstance)
        .flatMap(manager -> Stream.of(((X509TrustManager) manager).getAcceptedIssuers()))
        .toList();
  }

  private static TrustManagerFactory factory() throws GeneralSecurityException {
    return TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
  }

  private static Collection<? extends Certificate> certificates(Path file) throws BadSetting {
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      String pem =
          PEM.matcher(text.replace("\r\n", "\n"))
              .results()
              .map(MatchResult::group)
              .collect(joining("\n"));
      byte[] read = (pem.isEmpty() ? text : pem).getBytes(StandardCharsets.ISO_8859_1);
      Collection<? extends Certificate> all =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(read));
      if (!all.isEmpty()) {
        return all;
      }
    } catch (IOException e) {
      String why = Files.exists(file) ? e.getMessage() : "no such file";
      throw new BadSetting("cannot read the certificates in " + file + ": " + why);
    } catch (CertificateException e) {
      throw new BadSetting("a certificate in " + file + " is broken, or there is none");
    }
    throw new BadSetting(file + " is empty");
  }
}
