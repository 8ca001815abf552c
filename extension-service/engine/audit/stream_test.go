package audit_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// eventually waits for what happens elsewhere. It gives up only with the test.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for tick := time.NewTicker(5 * time.Millisecond); !is(); <-tick.C {
		if t.Context().Err() != nil {
			t.Fatal("not until " + what)
		}
	}
}

// An entry whose transaction ends after that of a later one is waited for. SQLite has one writer, where that cannot be.
func TestStream_TransactionEndsLate_SendsItsEntry(t *testing.T) {
	t.Parallel()
	url := pgtest.PostgresURL(t)
	first, second := logAt(t, url), logAt(t, url)
	sink := &lines{}
	s := &audit.Stream{Log: second, Holder: "one", Sink: sink}
	begun, end := make(chan struct{}), make(chan struct{})
	var late sync.WaitGroup
	late.Go(func() {
		err := first.DB.Write(t.Context(), func(ctx context.Context) error {
			err := first.Record(ctx, store.Entry{Entity: "project", ID: 1})
			close(begun)
			<-end
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-begun
	record(t, second, store.Entry{Entity: "project", ID: 2})
	for range 3 {
		if n, err := s.Step(t.Context()); n != 0 || err != nil {
			t.Errorf("%d entries are handed on while an earlier one is open, %v", n, err)
		}
	}
	close(end)
	late.Wait()
	eventually(t, "both are handed on", func() bool {
		if _, err := s.Step(t.Context()); err != nil {
			t.Error(err)
		}
		return len(sink.all) == 2
	})
}

// logAt is the log of one more copy of the service.
func logAt(t *testing.T, url string) *audit.Log {
	t.Helper()
	db, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	l := fresh(t, db)
	l.Now = time.Now
	return l
}

type lines struct{ all []string }

func (l *lines) Send(_ context.Context, text []byte) error {
	for line := range strings.Lines(string(text)) {
		l.all = append(l.all, line)
	}
	return nil
}

func TestFileSink_Appended_ContainsCompleteLines(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	sink, err := audit.SinkAt(path)
	if err != nil {
		t.Fatal(err)
	}
	put := func(text string) {
		t.Helper()
		if err := sink.Send(t.Context(), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	put("{\"id\":1}\n{\"id\":2}\n")
	torn, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = torn.WriteString(`{"id":3,"reason":"` + strings.Repeat("x", 10_000))
	}
	if err := errors.Join(err, torn.Close()); err != nil {
		t.Fatal(err)
	}
	put("{\"id\":3}\n")
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n" {
		t.Errorf("%v %q", err, text)
	}
}

func TestSink_Address_IsHTTPSOrAFile(t *testing.T) {
	t.Parallel()
	for address, ok := range map[string]bool{
		"https://log.example/in": true, "/var/log/audit.jsonl": true,
		"http://log.example/in": false, "https://": false, "ftp://x/y": false,
	} {
		if _, err := audit.SinkAt(address); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// What is known of a person stays where it can be forgotten.
func TestStream_PersonalValues_AreNotSent(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l, sink := fresh(t, db), &lines{}
		record(t, l, store.Entry{
			Entity: "freelancer", ID: 7, Act: resource.Act{Action: "update", Reason: "she asked for it", Comment: "by phone"},
			About:    store.Person{Entity: "freelancer", ID: 7},
			Personal: []string{"email"}, Changed: []string{"email", "level"}, Before: map[string]any{"level": 1},
			After: map[string]any{"email": "ada@people.example", "level": 2},
		})
		s := &audit.Stream{Log: l, Holder: "one", Sink: sink}
		eventually(t, "it is handed on", func() bool {
			if _, err := s.Step(t.Context()); err != nil {
				t.Error(err)
			}
			return len(sink.all) > 0
		})
		text := strings.Join(sink.all, "")
		if strings.Contains(text, "ada@") || strings.Contains(text, "phone") || strings.Contains(text, "asked") ||
			!strings.Contains(text, `"after":{"level":2}`) {
			t.Error(text)
		}
	})
}

// What somebody writes into a field ends no line: an entry of the log cannot be made up within another.
func TestStream_ValueWithLineEnds_RemainsInItsLine(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l, sink := fresh(t, db), &lines{}
		const forged = "x\n{\"id\":99,\"action\":\"forged\"}\r\n\u2028"
		record(t, l, store.Entry{
			Entity: "project", ID: 7, Act: resource.Act{Action: "update", Reason: forged}, Changed: []string{"title"},
			After: map[string]any{"title": forged},
		})
		s := &audit.Stream{Log: l, Holder: "one", Sink: sink}
		eventually(t, "it is handed on", func() bool {
			if _, err := s.Step(t.Context()); err != nil {
				t.Error(err)
			}
			return len(sink.all) > 0
		})
		text := strings.TrimSuffix(strings.Join(sink.all, ""), "\n")
		if strings.ContainsAny(text, "\r\n\u2028") || !json.Valid([]byte(text)) {
			t.Errorf("handed on as %q", text)
		}
	})
}
