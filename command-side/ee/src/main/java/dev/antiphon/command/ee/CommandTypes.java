package dev.antiphon.command.ee;

import dev.antiphon.command.Command;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.annotation.HandlesTypes;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the command classes of the war. They are judged by {@link StartCheck}, since beans cannot be asked yet; in which
 * order a server starts servlets, beans and timers does not matter so.
 */
@HandlesTypes(Command.class)
public class CommandTypes implements ServletContainerInitializer {

    static final String ATTRIBUTE = CommandTypes.class.getName();

    private static final String CLASSES = "/WEB-INF/classes/";

    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) {
        var commands = new HashSet<Class<?>>(classes == null ? Set.of() : classes);
        addOwnClasses(CLASSES, context, commands);
        commands.removeIf(type -> !isCommand(type));
        context.setAttribute(ATTRIBUTE, commands);
        context.addListener(StartCheck.class);
    }

    /** Not every server reports a class that implements {@link Command} by way of another interface. */
    private static void addOwnClasses(String folder, ServletContext context, Set<Class<?>> found) {
        var paths = context.getResourcePaths(folder);
        for (var path : paths == null ? Set.<String>of() : paths) {
            if (path.endsWith("/")) {
                addOwnClasses(path, context, found);
            } else if (path.endsWith(".class") && !path.endsWith("-info.class")) {
                var name = path.substring(CLASSES.length(), path.length() - ".class".length());
                try {
                    found.add(Class.forName(name.replace('/', '.'), false, context.getClassLoader()));
                } catch (ClassNotFoundException | LinkageError e) {
                    // of no use here without what it needs, so no command either
                }
            }
        }
    }

    private static boolean isCommand(Class<?> type) {
        return Command.class.isAssignableFrom(type) && !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
    }
}
