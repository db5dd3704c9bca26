/** What every started thing shares: processes of ours and how they are found again, ports, the state folder. */
@NullMarked
package dev.antiphon.dev.process;

import org.jspecify.annotations.NullMarked;
