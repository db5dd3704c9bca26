package dev.antiphon.command.ee;

import dev.antiphon.command.start.NoTriggers;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.Collection;

/** Stops the deployment of a war whose declarations do not fit together; each message says what to change. */
public class StartCheck implements ServletContextListener {

    @Inject
    CommandSide commandSide;

    @Inject
    JtaTransactions transactions;

    /** By way of a bean: not every server injects resources into a listener. */
    @Inject
    JpaAggregates aggregates;

    @Override
    @SuppressWarnings("unchecked") // set by CommandTypes
    public void contextInitialized(ServletContextEvent event) {
        commandSide.handlers().requireHandlers((Collection<Class<?>>)
                event.getServletContext().getAttribute(CommandTypes.ATTRIBUTE));
        OneTransaction.check(transactions, aggregates.entities(), commandSide.dataSource());
        NoTriggers.check(commandSide.dataSource());
    }
}
