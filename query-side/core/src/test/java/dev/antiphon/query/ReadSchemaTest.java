package dev.antiphon.query;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class ReadSchemaTest {

    @Test
    void passesAMigratedDatabase() {
        var database = ReadDatabase.empty();

        assertThatCode(() -> ReadSchema.check(database)).doesNotThrowAnyException();
    }

    @Test
    void saysWhatIsMissingAndWhatToRun() {
        var database = ReadDatabase.empty();
        ReadDatabase.run("alter table antiphon.watermark drop column aggregate_version");

        assertThatThrownBy(() -> ReadSchema.check(database))
                .isInstanceOf(SchemaMissingException.class)
                .hasMessageContaining("aggregate_version")
                .hasMessageContaining("`antiphon migrate`");
    }

    @Test
    void tellsADatabaseThatIsAwayFromOneThatIsNotMigrated() {
        var nowhere = new PGSimpleDataSource();
        nowhere.setUrl("jdbc:postgresql://127.0.0.1:1/read");

        assertThatThrownBy(() -> ReadSchema.check(nowhere)).isInstanceOf(ReadFailedException.class);
    }
}
