package dev.antiphon.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.torture.system.Shop;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be chosen is what there is. */
class FaultsTest {

    @Test
    void theirNamesAreThoseThatAreToldBefore(@TempDir Path folder) {
        var nothing = new Installation(folder, folder, List.of());
        try (var shop = Shop.in(folder, folder, nothing, null)) {
            assertThat(new Faults(shop, folder).all()).extracting(Fault::kind).isEqualTo(Faults.KINDS);
        }
    }
}
