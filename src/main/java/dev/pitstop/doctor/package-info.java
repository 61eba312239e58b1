/// `pitstop doctor`: starts a server as a client would, examines it, and reports what a client will
/// trip over, each finding with a remedy.
///
/// A visit starts a server, talks to it through the channels that a session uses, and blocks the
/// program's main thread. A check makes findings of what came. [ClientProfile] is the table of what
/// known clients do.
///
/// No output shows values of the environment or of headers: [Redaction] removes them from every
/// quotation.
///
/// Start with [Doctor].
package dev.pitstop.doctor;
