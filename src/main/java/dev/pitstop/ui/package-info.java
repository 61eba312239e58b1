/// The page of `pitstop ui`: an HTTP server for this machine alone, which passes on what sessions
/// say on their sockets. The page itself is among the resources.
package dev.pitstop.ui;
