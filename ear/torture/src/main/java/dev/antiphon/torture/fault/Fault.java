package dev.antiphon.torture.fault;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A kind of fault. Each of its targets can be hit on its own; what is hit at once is held apart by names of parts. */
public interface Fault {

    /** Its name, as a person chooses it. */
    String kind();

    /** What it can hit, always in the same order. */
    List<String> targets();

    /** The parts that no other fault may touch meanwhile. */
    Set<String> occupies(String target);

    /** The parts that have to be well meanwhile. */
    default Set<String> needs(String target) {
        return Set.of();
    }

    /** How long it lasts at least, from the injection until it is healed. */
    default Duration shortest() {
        return Duration.ZERO;
    }

    /** How long it lasts at most. */
    default Duration longest() {
        return shortest();
    }

    /** How long healing takes, about; it is planned with. */
    default Duration healing() {
        return Duration.ofSeconds(3);
    }

    /** Does the harm. */
    void inject(Planned planned) throws Exception;

    /** Undoes it, as far as a person or a supervisor would; returns when the part says that it is well. */
    void heal(Planned planned) throws Exception;
}
