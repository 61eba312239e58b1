/// What backends report and are told, as values.
package dev.pitstop.backend.facts;
