/// The servers behind Pitstop: how each is run, when it starts, and what it said about itself the
/// last time.
package dev.pitstop.hub;
