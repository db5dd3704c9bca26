package dev.antiphon.command.ee;

import dev.antiphon.command.start.NoTriggers;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.Collection;

/**
 * Stops the deployment of a war whose declarations do not fit together; each message says what to change. It asks for its
 * beans, since not every server injects into a listener at all times.
 */
public class StartCheck implements ServletContextListener {

    @Override
    @SuppressWarnings("unchecked") // set by CommandTypes
    public void contextInitialized(ServletContextEvent event) {
        var commandSide = bean(CommandSide.class);
        commandSide.handlers().requireHandlers((Collection<Class<?>>)
                event.getServletContext().getAttribute(CommandTypes.ATTRIBUTE));
        OneTransaction.check(
                bean(JtaTransactions.class), bean(JpaAggregates.class).entities(), commandSide.dataSource());
        NoTriggers.check(commandSide.dataSource());
    }

    private static <T> T bean(Class<T> type) {
        return CDI.current().select(type).get();
    }
}
