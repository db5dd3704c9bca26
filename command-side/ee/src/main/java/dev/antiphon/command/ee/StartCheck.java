package dev.antiphon.command.ee;

import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.Collection;

/** Stops the deployment of a war with a command that nobody handles. */
public class StartCheck implements ServletContextListener {

    @Inject
    CommandSide commandSide;

    @Override
    @SuppressWarnings("unchecked") // set by CommandTypes
    public void contextInitialized(ServletContextEvent event) {
        commandSide.handlers().requireHandlers((Collection<Class<?>>)
                event.getServletContext().getAttribute(CommandTypes.ATTRIBUTE));
    }
}
