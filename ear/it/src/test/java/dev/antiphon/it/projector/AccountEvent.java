package dev.antiphon.it.projector;

import dev.antiphon.events.EventType;
import dev.antiphon.events.Topic;

/** The events of a made-up entity. */
@Topic("it.projector.account")
sealed interface AccountEvent {

    /** @param amount what comes in; @param balance what there is then */
    @EventType("account.credited")
    record Credited(String owner, long amount, long balance) implements AccountEvent {}
}
