package dev.antiphon.it.container.events;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Fails beside JAX-RS. */
@WebServlet("/bare")
public class BareServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.sendError(HttpServletResponse.SC_CONFLICT, FailureResource.SECRET);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        throw new IllegalStateException(FailureResource.SECRET);
    }
}
