package dev.antiphon.command.ee;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.Collection;

/** Stops the deployment of a war whose declarations do not fit together; each message says what to change. */
public class StartCheck implements ServletContextListener {

    @Inject
    CommandSide commandSide;

    @Inject
    JtaTransactions transactions;

    @PersistenceContext
    EntityManager entities;

    @Override
    @SuppressWarnings("unchecked") // set by CommandTypes
    public void contextInitialized(ServletContextEvent event) {
        commandSide.handlers().requireHandlers((Collection<Class<?>>)
                event.getServletContext().getAttribute(CommandTypes.ATTRIBUTE));
        OneTransaction.check(transactions, entities, commandSide.dataSource());
        NoTriggers.check(commandSide.dataSource());
    }
}
