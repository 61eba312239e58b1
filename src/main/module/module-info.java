/// The program as a module, for the runtime image that scripts/build.sh links. Compiled there only:
/// Maven, the tests and the IDE know the class path.
module dev.pitstop {
  requires com.google.gson;
  requires java.net.http;
  requires jdk.httpserver;
  requires jdk.unsupported;

  provides System.LoggerFinder with
      dev.pitstop.log.JdkLogs;
}
