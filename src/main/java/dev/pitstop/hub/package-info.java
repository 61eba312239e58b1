/// The servers behind Pitstop, by name.
package dev.pitstop.hub;
