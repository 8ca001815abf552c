// Package nodetest gives tests a real OpenSearch: one node for all tests of a process, of packages that Maven fetches
// once into its own repository.
package nodetest

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/freeport"
)

// node is the one that all tests of a process share.
var node = sync.OnceValues(startNode)

// errNotOurs is said of a node that was there before: nobody stops it.
var errNotOurs = errors.New("OPENSEARCH_TEST_URL names a node that is not ours: it is not killed")

// patience is for a machine that has much else to do: a node needs most of a minute of a processor to come up.
const patience = 8 * time.Minute

//go:embed pom.xml Start.java
var sources embed.FS

// Node is one that runs here. A test that stops or kills it is no parallel one, since others share it, and leaves it
// running.
type Node struct {
	address string
	home    string
	program string
	ports   []string
	java    *exec.Cmd
	gone    chan struct{} // closed when it has ended, as ended says
	ended   error
}

var errNoJava = errors.New("no Java 17 or no Maven here: OpenSearch is not tested")

// requested says whether any test has wanted the node.
var requested sync.Once

// Run runs the tests and stops the node, if there was one. Call it from TestMain.
func Run(m *testing.M) (code int) {
	code = m.Run()
	Stop()
	return code
}

// Stop ends the node, if a test has asked for one.
func Stop() {
	none := false
	requested.Do(func() { none = true })
	if none {
		return
	}
	if n, err := node(); err == nil && n.java != nil {
		n.Kill()
		_ = os.RemoveAll(n.home)
	}
}

// Address is that of the node; the test is left out where there is no Java.
func Address(t testing.TB) string {
	t.Helper()
	return shared(t).address
}

// Missing says why this machine can have no node; nil where it can. It is for a test that goes on without one.
func Missing() error {
	requested.Do(func() {})
	if _, err := node(); errors.Is(err, errNoJava) {
		return err
	}
	return nil
}

// Exclusive is the node itself, to be stopped and killed. The test is left out where the node is not ours.
func Exclusive(t testing.TB) *Node {
	t.Helper()
	n := shared(t)
	if n.java == nil {
		t.Skip(errNotOurs)
	}
	t.Cleanup(func() {
		n.Signal(syscall.SIGCONT)
		if err := n.Start(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return n
}

func shared(t testing.TB) *Node {
	t.Helper()
	requested.Do(func() {})
	n, err := node()
	if errors.Is(err, errNoJava) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func startNode() (*Node, error) {
	if at := os.Getenv("OPENSEARCH_TEST_URL"); at != "" {
		return &Node{address: at}, nil
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
	fetch := exec.CommandContext(ctx, maven, "-q", "-B", "-f", filepath.Join(home, "pom.xml"),
		"dependency:copy-dependencies", "-DoutputDirectory="+filepath.Join(home, "lib"))
	if text, err := fetch.CombinedOutput(); err != nil {
		return nil, errors.Join(errNoJava, errors.New(string(text)), os.RemoveAll(home))
	}
	n := &Node{home: home, program: java}
	for range 2 {
		port, err := freeport.Reserve() // for as long as this process lives
		if err != nil {
			return nil, err
		}
		n.ports = append(n.ports, port.String())
	}
	n.address = "http://127.0.0.1:" + n.ports[0]
	return n, n.Start(ctx)
}

// Start runs the node until this process is gone, with what it kept when it last ran. It returns when the node answers.
func (n *Node) Start(ctx context.Context) error {
	if n.runs() {
		return nil
	}
	options := append(machine(), "-cp", filepath.Join(n.home, "lib", "*"), filepath.Join(n.home, "Start.java"), n.home,
		n.ports[0], n.ports[1])
	n.java = exec.CommandContext(context.WithoutCancel(ctx), n.program, options...)
	n.java.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	log, err := os.Create(filepath.Join(n.home, "node.log"))
	if err != nil {
		return err
	}
	n.java.Stdout, n.java.Stderr = log, log
	if err := n.java.Start(); err != nil {
		return err
	}
	gone, java := make(chan struct{}), n.java
	n.gone = gone
	go func() {
		n.ended = java.Wait()
		close(gone)
	}()
	return n.comesUp(ctx, log.Name())
}

// machine are the options of Java. A node that lives for a minute computes less than half as long if what it runs is
// compiled once and quickly; only one that is measured is to be compiled well.
func machine() []string {
	options := []string{"-Xms256m", "-Xmx512m"}
	if stress.IsFull() {
		return options
	}
	return append(options, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
}

func (n *Node) runs() bool {
	if n.java == nil {
		return false
	}
	select {
	case <-n.gone:
		return false
	default:
		return true
	}
}

// Kill ends the node at once, as the kernel does, and waits until it is gone.
func (n *Node) Kill() {
	n.Signal(syscall.SIGKILL)
	<-n.gone
}

// Signal stops the node, or lets it go on.
func (n *Node) Signal(s os.Signal) { _ = n.java.Process.Signal(s) }

// Freeze stops the node where it stands, and returns when it does: on a busy machine its threads go on for a moment.
func (n *Node) Freeze(t testing.TB) {
	t.Helper()
	n.Signal(syscall.SIGSTOP)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !n.isFrozen(t) {
		<-tick.C
	}
}

func (n *Node) isFrozen(t testing.TB) bool {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", n.java.Process.Pid))
	if err != nil || len(threads) == 0 {
		t.Fatalf("the threads of the node: %v, %v", threads, err)
	}
	for _, thread := range threads {
		text, err := os.ReadFile(thread) //nolint:gosec // of the kernel
		_, after, _ := strings.Cut(string(text), ") ")
		if err == nil && !strings.HasPrefix(after, "T") {
			return false
		}
	}
	return true
}

// ticks are those of the kernel's account of processor time, in a second.
const ticks = 100

// CPU is for how long the node has computed so far.
func (n *Node) CPU(t testing.TB) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", n.java.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), ") ") // the name may hold anything
	var sum int64
	for _, field := range strings.Fields(after)[11:13] {
		spent, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += spent
	}
	return time.Duration(sum) * time.Second / ticks
}

func (n *Node) comesUp(ctx context.Context, log string) error {
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
		case <-n.gone:
			text, _ := os.ReadFile(log)
			return errors.Join(errors.New("the node has ended: "+string(text)), n.ended)
		case <-deadline:
			return errors.New("the node does not come up")
		case <-tick.C:
		}
	}
}
