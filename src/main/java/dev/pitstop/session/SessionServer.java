package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.rpc.Monitor;

/// One server in one client's session: the server, how far this session's agent has been told of
/// it, and what waits to be told.
record SessionServer(
    Backend backend, Told told, Notices notices, Wording wording, Monitor monitor) {}
