package dev.pitstop.channel.wire;

import java.security.KeyManagementException;
import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/// An SSL context for connections that never use TLS. The JDK's HTTP client needs a context and
/// otherwise loads the system's, which reads and checks some 150 certificates: half of the time to
/// the first answer. Asking this one for a connection throws an [UnsupportedOperationException].
final class NoTls extends SSLContext {
  /// A context that makes no connections.
  NoTls() {
    super(new Nothing(), new Nobody(), "none");
  }

  private static final class Nobody extends Provider {
    private static final long serialVersionUID = 1L;

    Nobody() {
      super("none", "1", "no TLS");
    }
  }

  private static final class Nothing extends SSLContextSpi {
    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
        throws KeyManagementException {
      throw none();
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      throw none();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw none();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      throw none();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      throw none();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      throw none();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      throw none();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return new SSLParameters(new String[0], new String[] {"TLSv1.3"});
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return engineGetDefaultSSLParameters();
    }

    private static UnsupportedOperationException none() {
      return new UnsupportedOperationException("there is no TLS behind http://");
    }
  }
}
