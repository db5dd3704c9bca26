package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Node;
import dev.antiphon.torture.system.Role;
import dev.antiphon.torture.system.Shop;
import java.util.List;
import java.util.Set;

/** What happens to nodes of one role. */
abstract class NodeFault implements Fault {

    private final Shop shop;
    private final Role role;

    NodeFault(Shop shop, Role role) {
        this.shop = shop;
        this.role = role;
    }

    Role role() {
        return role;
    }

    @Override
    public List<String> targets() {
        return shop.nodes(role).stream().map(Node::name).toList();
    }

    @Override
    public Set<String> occupies(String target) {
        return Set.of(target);
    }

    /** A node that starts looks at its schema first: without a database it does not start, and says so. */
    @Override
    public Set<String> needs(String target) {
        return Set.of(shop.databaseOf(role).name());
    }

    final Node node(Planned planned) {
        return shop.node(planned.target());
    }
}
