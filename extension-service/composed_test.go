package main

import (
	"io"
	"maps"
	"net"
	netmail "net/mail"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/dotenv"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/emersion/go-smtp"

	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// firstAccount is the address that an installation begins with, for the administrator of Directus as well.
const firstAccount = "night@example.com"

// composed are the services of docker-compose.yml under the settings that deploy/env writes.
func composed(t *testing.T) types.Services {
	t.Helper()
	file := filepath.Join(t.TempDir(), ".env")
	made := exec.CommandContext(t.Context(), "../deploy/env", firstAccount)
	made.Env = append(os.Environ(), "ENV_FILE="+file)
	if out, err := made.CombinedOutput(); err != nil {
		t.Fatalf("deploy/env: %v: %s", err, out)
	}
	values, err := dotenv.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	var pairs []string
	for name, value := range values {
		pairs = append(pairs, name+"="+value)
	}
	options, err := cli.NewProjectOptions([]string{"../docker-compose.yml"}, cli.WithEnv(pairs))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return project.Services
}

// environment is that of a service, without what is not set, and with these settings in the place of its own.
func environment(service types.ServiceConfig, own map[string]string) []string {
	values := map[string]string{}
	for name, value := range service.Environment {
		if value != nil {
			values[name] = *value
		}
	}
	maps.Copy(values, own)
	var out []string
	for name, value := range values {
		out = append(out, name+"="+value)
	}
	slices.Sort(out)
	return out
}

// setting is one of a service.
func setting(t *testing.T, service types.ServiceConfig, name string) string {
	t.Helper()
	value := service.Environment[name]
	if value == nil || *value == "" {
		t.Fatalf("%s has no %s", service.Name, name)
	}
	return *value
}

// installDatabase makes the databases and roles as the container of the database does when it is new.
func installDatabase(t *testing.T, services types.Services) *pgtest.OwnServer {
	t.Helper()
	service := services["database"]
	password := setting(t, service, "POSTGRES_PASSWORD")
	server := pgtest.NewOwnServer(t, password, strings.Fields(setting(t, service, "POSTGRES_INITDB_ARGS"))...)
	made := exec.CommandContext(t.Context(), "psql", "--no-psqlrc", "--set=ON_ERROR_STOP=1",
		"--dbname="+server.URL("postgres", password, "postgres"), "--file=../deploy/database.sql")
	made.Env = append(os.Environ(), environment(service, nil)...)
	if out, err := made.CombinedOutput(); err != nil {
		t.Fatalf("deploy/database.sql: %v: %s", err, out)
	}
	return server
}

// databaseURL is the address that docker-compose.yml has for the product, at the server of the test.
func databaseURL(t *testing.T, services types.Services, server *pgtest.OwnServer) string {
	t.Helper()
	u, err := url.Parse(setting(t, services["product"], "DATABASE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	password, _ := u.User.Password()
	return server.URL(u.User.Username(), password, strings.TrimPrefix(u.Path, "/"))
}

// mailbox is a server of mails that counts how often each was taken.
type mailbox struct {
	mu       sync.Mutex
	accepted map[string]int // by Message-ID
}

func newMailbox(t *testing.T) (*mailbox, string) {
	t.Helper()
	box := &mailbox{accepted: map[string]int{}}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return box, nil }))
	server.Domain = "mail.example"
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(listener) })
	t.Cleanup(func() {
		_ = server.Close()
		serving.Wait()
	})
	return box, "smtp://" + listener.Addr().String()
}

func (*mailbox) Mail(string, *smtp.MailOptions) error { return nil }

func (*mailbox) Rcpt(string, *smtp.RcptOptions) error { return nil }

func (*mailbox) Reset() {}

func (*mailbox) Logout() error { return nil }

// Data takes a mail.
func (b *mailbox) Data(r io.Reader) error {
	m, err := netmail.ReadMessage(r)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, m.Body)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.accepted[m.Header.Get("Message-Id")]++
	return err
}
