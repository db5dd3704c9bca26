package dev.antiphon.projector.ee;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.events.ee.config.WarSettings;
import dev.antiphon.projector.ProjectorOptions;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigBuilder;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProjectorConfigurationTest {

    /** A configuration in which nothing is set. */
    private static final class NothingSet extends ConfigProviderResolver {

        @Override
        public Config getConfig() {
            return (Config) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {Config.class},
                    (proxy, method, arguments) -> Optional.empty());
        }

        @Override
        public Config getConfig(ClassLoader loader) {
            return getConfig();
        }

        @Override
        public ConfigBuilder getBuilder() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void registerConfig(Config config, ClassLoader loader) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void releaseConfig(Config config) {
            throw new UnsupportedOperationException();
        }
    }

    @AfterEach
    void forget() {
        ConfigProviderResolver.setInstance(null);
    }

    @Test
    void takesTheDocumentedDefaults() {
        ConfigProviderResolver.setInstance(new NothingSet());
        assertThat(ProjectorConfiguration.read(WarSettings.ofThisApplication())).isEqualTo(ProjectorOptions.defaults());
    }
}
