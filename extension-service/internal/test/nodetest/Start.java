import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;

/** Starts one node in a folder, at two ports of the loopback: that of HTTP and that of the cluster. */
public class Start {
  static class Local extends Node {
    Local(Environment environment, Collection<Class<? extends Plugin>> plugins) {
      super(environment, plugins, true);
    }
  }

  static final List<String> PLUGINS = List.of(
      "org.opensearch.transport.Netty4ModulePlugin",
      "org.opensearch.analysis.common.CommonAnalysisModulePlugin",
      "org.opensearch.index.mapper.MapperExtrasModulePlugin",
      "org.opensearch.transport.Netty4Plugin",
      "org.opensearch.analysis.common.CommonAnalysisPlugin",
      "org.opensearch.index.mapper.MapperExtrasPlugin");

  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]);
    Files.createDirectories(home.resolve("config"));
    System.setProperty("opensearch.set.netty.runtime.available.processors", "false");
    Settings settings = Settings.builder()
        .put("path.home", home.toString()).put("cluster.name", "test").put("node.name", "one").put("discovery.type", "single-node")
        .put("http.port", arguments[1]).put("transport.port", arguments[2]).put("network.host", "127.0.0.1")
        .put("http.type", "netty4").put("transport.type", "netty4").put("cluster.routing.allocation.disk.threshold_enabled", false).build();
    List<Class<? extends Plugin>> plugins = new ArrayList<>();
    for (String name : PLUGINS) {
      try {
        plugins.add(Class.forName(name).asSubclass(Plugin.class));
      } catch (ClassNotFoundException e) { // the packages name them one way or the other
      }
    }
    Environment environment = InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "one");
    new Local(environment, plugins).start();
    Thread.sleep(Long.MAX_VALUE);
  }
}
