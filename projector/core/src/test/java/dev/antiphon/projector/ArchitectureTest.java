package dev.antiphon.projector;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.antiphon.projector");

    @Test
    void knowsNoContainer() {
        noClasses().should().dependOnClassesThat().resideInAPackage("jakarta..").check(classes);
    }

    @Test
    void hasNoCycles() {
        slices().matching("dev.antiphon.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void showsNoKafkaToUsers() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.antiphon.projector", "dev.antiphon.projector.spi")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .check(classes);
    }
}
