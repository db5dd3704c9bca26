package dev.antiphon.it.server;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;

/**
 * Lets a running Payara Micro be told what to deploy: it has no tool for that. {@code PUT /NAME} with a war in the body
 * deploys it at that context root, {@code DELETE /NAME} undeploys it.
 */
@WebServlet("/*")
public class MicroDeployer extends HttpServlet {

    private static final long serialVersionUID = 1;

    /** The server as an application of the Payara Micro API sees it; the API's jar is not at hand here. */
    private static Object server() throws ReflectiveOperationException {
        var server = Class.forName("fish.payara.micro.impl.PayaraMicroImpl");
        return server.getMethod("getRuntime")
                .invoke(server.getMethod("getInstance").invoke(null));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print("ready");
    }

    @Override
    protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try (var war = request.getInputStream()) {
            var server = server();
            server.getClass()
                    .getMethod("deploy", String.class, String.class, InputStream.class)
                    .invoke(server, name(request), name(request), war);
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }

    @Override
    protected void doDelete(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            var server = server();
            server.getClass().getMethod("undeploy", String.class).invoke(server, name(request));
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }

    private static String name(HttpServletRequest request) {
        return request.getPathInfo().substring(1);
    }
}
