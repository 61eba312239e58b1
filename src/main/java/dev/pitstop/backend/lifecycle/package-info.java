/// Everything that can happen to a server, as one pure function of its state and an event.
package dev.pitstop.backend.lifecycle;
