/// What programs write, as text that is fit for an agent and a log: lines of bounded length,
/// without what is meant for a terminal only; and what people write: variables in it. The leaf
/// under the other leaves: imports nothing else of Pitstop.
package dev.pitstop.text;
