package dev.antiphon.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The edges of the design: sides free of each other, core free of the container, the sample never below. */
class ArchitectureTest {

    private static final String[] SIDES = {"command", "projector", "query"};

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(
                    "dev.antiphon.events",
                    "dev.antiphon.command",
                    "dev.antiphon.projector",
                    "dev.antiphon.query",
                    "dev.antiphon.orders",
                    "dev.antiphon.dev");

    @Test
    void coreKnowsNoContainer() {
        noClasses()
                .that(areCore())
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta..", "javax.naming..", "org.eclipse.microprofile..")
                .check(ALL);
    }

    private static DescribedPredicate<JavaClass> areCore() {
        return DescribedPredicate.describe("are core", type -> {
            var name = type.getPackageName();
            return !name.startsWith("dev.antiphon.orders")
                    && !name.startsWith("dev.antiphon.dev")
                    && !name.startsWith("dev.antiphon.query.client")
                    && Stream.of("events", "command", "projector", "query")
                            .noneMatch(side -> name.startsWith("dev.antiphon." + side + ".ee"));
        });
    }

    @Test
    void sidesAreFreeOfEachOther() {
        for (var side : SIDES) {
            var others = Stream.of(SIDES)
                    .filter(other -> !other.equals(side))
                    .flatMap(other -> Stream.of("dev.antiphon." + other + "..", "dev.antiphon.orders." + other + ".."))
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAnyPackage("dev.antiphon." + side + "..", "dev.antiphon.orders." + side + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .because("the sides share Kafka, tables and JSON, never objects (rule X1)")
                    .check(ALL);
        }
        noClasses()
                .that()
                .resideInAPackage("dev.antiphon.events..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.antiphon.command..", "dev.antiphon.projector..", "dev.antiphon.query..")
                .check(ALL);
    }

    @Test
    void theFrameworkDoesNotKnowTheSample() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.antiphon.orders..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.antiphon.orders..")
                .check(ALL);
    }

    /** Rule E3. */
    @Test
    void theSampleTouchesNoKafkaClient() {
        noClasses()
                .that()
                .resideInAPackage("dev.antiphon.orders..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .check(ALL);
    }

    /** Rule X3. */
    @Test
    void anEventIsNeverAnEntity() {
        classes()
                .that()
                .resideInAPackage("dev.antiphon.orders.events..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "dev.antiphon.events..", "dev.antiphon.orders.events..", "org.jspecify..")
                .check(ALL);
    }

    /** Framework tables by plain JDBC: no entity in a framework jar. */
    @Test
    void theFrameworkHasNoEntity() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.antiphon.orders..")
                .should()
                .beAnnotatedWith("jakarta.persistence.Entity")
                .check(ALL);
    }

    @Test
    void packagesHaveNoCycles() {
        for (var side : new String[] {
            "events", "command", "projector", "query", "orders.command", "orders.projector", "orders.query", "dev"
        }) {
            slices().matching("dev.antiphon." + side + ".(**)")
                    .should()
                    .beFreeOfCycles()
                    .allowEmptyShould(true)
                    .check(ALL);
        }
    }

    @Test
    void everyPackageSaysWhatItIsForAndIsNullMarked() {
        var bare = ALL.stream()
                .map(JavaClass::getPackage)
                .distinct()
                .filter(each -> each.getName().startsWith("dev.antiphon"))
                .filter(each -> !each.isAnnotatedWith(NullMarked.class))
                .map(JavaPackage::getName)
                .toList();

        assertThat(bare).isEmpty();
    }
}
