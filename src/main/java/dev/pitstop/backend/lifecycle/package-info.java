/// The lifecycle of a server as one pure function of its state and an event.
package dev.pitstop.backend.lifecycle;
