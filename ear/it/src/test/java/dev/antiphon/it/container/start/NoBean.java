package dev.antiphon.it.container.start;

import dev.antiphon.it.container.projector.CrateEvent;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.Strategy;

/** Has no scope, so that CDI passes it over. */
@Projection(name = "no_bean", events = CrateEvent.class, strategy = Strategy.PROCESSED_EVENT)
public class NoBean {

    public void on(CrateEvent.CratePacked event) {}
}
