/// The table of a session's many servers: what each offers under which name, and who owns it.
package dev.pitstop.session.members;
