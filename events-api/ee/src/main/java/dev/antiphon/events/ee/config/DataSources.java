package dev.antiphon.events.ee.config;

import dev.antiphon.events.Setting;
import dev.antiphon.events.settings.InvalidSettingException;
import dev.antiphon.events.settings.Settings;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** Finds data sources by the JNDI name in a setting. */
public final class DataSources {

    private DataSources() {}

    /**
     * Looks one up.
     *
     * @throws InvalidSettingException if the server knows none of that name
     */
    public static DataSource find(Settings settings, Setting setting) {
        var name = settings.text(setting);
        try {
            return InitialContext.doLookup(name);
        } catch (NamingException e) {
            throw new InvalidSettingException("The server has no data source '" + name + "' (" + setting.name()
                    + "): define it on the server, or set the name that it has there.");
        }
    }
}
