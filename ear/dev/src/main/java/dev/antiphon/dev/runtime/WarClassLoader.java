package dev.antiphon.dev.runtime;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;

/** Classes of a war. What is the application's comes out of the war also where this process has a class of that name. */
final class WarClassLoader extends URLClassLoader {

    private final Set<String> own;

    /**
     * A loader.
     *
     * @param own the names of the application's classes; all others are looked for in this process first
     */
    WarClassLoader(URL[] places, Set<String> own) {
        super(places, WarClassLoader.class.getClassLoader());
        this.own = Set.copyOf(own);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!own.contains(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            var loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
