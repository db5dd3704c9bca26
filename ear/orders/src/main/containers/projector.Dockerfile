# The projector, /projector, on Payara Micro. Built from the project's folder; see docs/servers/containers.md.
ARG JAVA=17.0.19_10-jre-noble
FROM eclipse-temurin:${JAVA}

# The one that the build has tested. A build on a newer JDK brings Payara Micro 7 and needs its Java, too.
ARG PAYARA_MICRO=6.2025.10
COPY ear/dev/target/server/payara-micro-${PAYARA_MICRO}.jar /opt/antiphon/payara-micro.jar
COPY ear/dev/target/antiphon/lib/postgresql-*.jar /opt/antiphon/postgresql.jar
COPY ear/orders/src/main/servers/payara-micro/logging.properties \
     ear/orders/src/main/servers/payara-micro/projector.asadmin /opt/antiphon/
COPY projector/orders/target/orders-projector-*.war /opt/antiphon/projector.war

# Nobody in particular, who owns no file; the server unpacks itself into /tmp and writes nowhere else.
USER 10001:10001
ENV HOME=/tmp
WORKDIR /tmp
EXPOSE 8080
STOPSIGNAL SIGTERM
# No HEALTHCHECK: Kubernetes ignores it, and compose.yaml has its own.
# More options of the virtual machine: JDK_JAVA_OPTIONS.
ENTRYPOINT ["java", \
    "-XX:MaxRAMPercentage=50", \
    "-XX:+ExitOnOutOfMemoryError", \
    "-Dfile.encoding=UTF-8", \
    "-jar", "/opt/antiphon/payara-micro.jar", \
    "--port", "8080", \
    "--nohazelcast", "--disablephonehome", \
    "--logproperties", "/opt/antiphon/logging.properties", \
    "--prebootcommandfile", "/opt/antiphon/projector.asadmin", \
    "--maxhttpthreads", "64", \
    "--addlibs", "/opt/antiphon/postgresql.jar", \
    "--deploy", "/opt/antiphon/projector.war:/projector"]
