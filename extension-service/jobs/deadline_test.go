package jobs_test

import (
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// wire stands between the queue and its database, and can go dead without being closed, as a router does that forgets a connection.
type wire struct {
	network, address string // of the database

	open sync.RWMutex // taken alone while nothing gets through, for a while
	mu   sync.Mutex
	dead map[net.Conn]chan struct{}
}

func newWire(t *testing.T, address string) (w *wire, through string) {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	w = &wire{network: "tcp", address: u.Host, dead: map[net.Conn]chan struct{}{}}
	settings := u.Query()
	if dir := settings.Get("host"); dir != "" {
		w.network, w.address = "unix", filepath.Join(dir, ".s.PGSQL.5432")
		settings.Del("host")
		u.RawQuery = settings.Encode()
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = listener.Close(); w.cut() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			go w.carry(near)
		}
	}()
	u.Host = listener.Addr().String()
	return w, u.String()
}

func (w *wire) carry(near net.Conn) {
	defer func() { _ = near.Close() }()
	far, err := net.Dial(w.network, w.address)
	if err != nil {
		return
	}
	defer func() { _ = far.Close() }()
	dead := make(chan struct{})
	w.mu.Lock()
	w.dead[near] = dead
	w.mu.Unlock()
	var both sync.WaitGroup
	for from, to := range map[net.Conn]net.Conn{near: far, far: near} {
		both.Go(func() { w.pump(to, from, dead) })
	}
	both.Wait()
}

// pump copies until one side has ended; from the moment the wire is dead it swallows everything.
func (w *wire) pump(to, from net.Conn, dead <-chan struct{}) {
	part := make([]byte, 32<<10)
	for {
		n, err := from.Read(part)
		if err != nil {
			_ = to.SetReadDeadline(time.Now())
			return
		}
		select {
		case <-dead:
			_, _ = io.Copy(io.Discard, from)
			return
		default:
		}
		w.open.RLock()
		_, err = to.Write(part[:n])
		w.open.RUnlock()
		if err != nil {
			return
		}
	}
}

// cut makes every connection there is dead; those that follow are whole.
func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for conn, dead := range w.dead {
		close(dead)
		delete(w.dead, conn)
	}
}

// The connections of the queue go dead without being closed, in the middle of a fetch: what is asked for meanwhile is done within
// half a minute.
func TestProveDeadConnectionsHoldUpNoJob(t *testing.T) {
	t.Parallel()
	direct := empty.Postgres(t)
	line, through := newWire(t, direct)
	db, err := at(direct)
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	w := newWorkshop(db, place{url: through, dir: t.TempDir(), now: time.Now})
	must(t, w.lamps(2, nil))
	w.work(t)
	w.until(t, w.start(t, 1, "lamp.turn.bulk", `{"filters":{"id":1},"input":{"to":"ON"},"dryRun":false}`), "COMPLETED")
	line.open.Lock()
	<-time.After(2 * time.Second) // by then the queue is waiting for the answer to a fetch
	line.cut()
	line.open.Unlock()
	cut := time.Now()
	w.until(t, w.start(t, 1, "lamp.turn.bulk", `{"filters":{"id":2},"input":{"to":"ON"},"dryRun":false}`), "COMPLETED")
	took, on := time.Since(cut).Round(time.Millisecond), w.states(t)["ON"]
	t.Logf("the job was through after %s", took)
	if took > 30*time.Second || on != 2 {
		t.Errorf("%s after the connections went dead %d lamps are on", took, on)
	}
}
