// Package nodetest gives tests a real OpenSearch: one node for all tests of a process, of packages that Maven fetches once into its
// own repository.
package nodetest

import (
	"context"
	"embed"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"
)

// node is the one that all tests of a process share.
var node = sync.OnceValues(begin)

// patience is for a machine that has much else to do: a node needs most of a minute of a processor to come up.
const patience = 8 * time.Minute

//go:embed pom.xml Start.java
var sources embed.FS

type running struct {
	address string
	home    string
	java    *exec.Cmd
}

var errNoJava = errors.New("no Java 17 or no Maven here: OpenSearch is not tested")

// asked says whether any test has wanted the node.
var asked sync.Once

// Run runs the tests and stops the node, if there was one. Call it from TestMain.
func Run(m *testing.M) (code int) {
	code = m.Run()
	Stop()
	return code
}

// Stop ends the node, if a test has asked for one.
func Stop() {
	none := false
	asked.Do(func() { none = true })
	if none {
		return
	}
	if n, err := node(); err == nil && n.java != nil {
		_ = n.java.Process.Kill()
		_ = os.RemoveAll(n.home)
	}
}

// Address is that of the node; the test is left out where there is no Java.
func Address(t testing.TB) string {
	t.Helper()
	asked.Do(func() {})
	n, err := node()
	if errors.Is(err, errNoJava) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return n.address
}

func begin() (*running, error) {
	if at := os.Getenv("OPENSEARCH_TEST_URL"); at != "" {
		return &running{address: at}, nil
	}
	java, err := exec.LookPath("java")
	if err != nil {
		return nil, errNoJava
	}
	maven, err := exec.LookPath("mvn")
	if err != nil {
		return nil, errNoJava
	}
	home, err := os.MkdirTemp("", "poolkeeper-opensearch-")
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(home, sources); err != nil {
		return nil, errors.Join(err, os.RemoveAll(home))
	}
	ctx := context.Background() // the node lives as long as this process, whichever test asks first
	fetch := exec.CommandContext(ctx, maven, "-q", "-B", "-f", filepath.Join(home, "pom.xml"), "dependency:copy-dependencies", "-DoutputDirectory="+filepath.Join(home, "lib"))
	if text, err := fetch.CombinedOutput(); err != nil {
		return nil, errors.Join(errNoJava, errors.New(string(text)), os.RemoveAll(home))
	}
	n := &running{home: home}
	return n, n.start(ctx, java)
}

// start runs the node until this process is gone.
func (n *running) start(ctx context.Context, java string) error {
	ports := make([]string, 2)
	for i := range ports {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		ports[i] = strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
		_ = l.Close()
	}
	n.address = "http://127.0.0.1:" + ports[0]
	n.java = exec.CommandContext(ctx, java, "-Xms256m", "-Xmx512m", "-cp", filepath.Join(n.home, "lib", "*"), filepath.Join(n.home, "Start.java"), n.home, ports[0], ports[1])
	n.java.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	log, err := os.Create(filepath.Join(n.home, "node.log"))
	if err != nil {
		return err
	}
	n.java.Stdout, n.java.Stderr = log, log
	if err := n.java.Start(); err != nil {
		return err
	}
	gone := make(chan error, 1)
	go func() { gone <- n.java.Wait() }()
	return n.comesUp(ctx, gone, log.Name())
}

func (n *running) comesUp(ctx context.Context, gone <-chan error, log string) error {
	deadline, tick := time.After(patience), time.NewTicker(200*time.Millisecond)
	defer tick.Stop()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, n.address, http.NoBody)
		if err != nil {
			return err
		}
		if answer, err := http.DefaultClient.Do(request); err == nil {
			return answer.Body.Close()
		}
		select {
		case err := <-gone:
			text, _ := os.ReadFile(log)
			return errors.Join(errors.New("the node has ended: "+string(text)), err)
		case <-deadline:
			return errors.New("the node does not come up")
		case <-tick.C:
		}
	}
}
