package dev.antiphon.torture.check;

import java.util.List;

/** Something that must hold whatever happens; looks at nothing but the evidence. */
public interface Check {

    /** What holds, in a few words. */
    String name();

    /** Everything that breaks it, the first one first; empty when it holds. */
    List<Violation> violations(Evidence evidence);
}
