package clienterrors

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestReports_OfOneAddress_AreLimitedPerMinute(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 45, 0, time.UTC)
	s := New(slog.New(slog.DiscardHandler), func() time.Time { return now })
	from := func(ip string) error {
		_, err := s.report(role.With(t.Context(), &role.Caller{IP: ip}), input{Message: "x"})
		return err
	}
	for range perMinute {
		if err := from("192.0.2.1"); err != nil {
			t.Fatal(err)
		}
	}
	var refused *fault.Error
	if err := from("192.0.2.1"); !errors.As(err, &refused) || refused.Kind != fault.TooMany || refused.RetryAfter != 15 {
		t.Errorf("one report too many: %v", err)
	}
	if err := from("192.0.2.2"); err != nil {
		t.Errorf("another address: %v", err)
	}
	now = now.Add(15 * time.Second)
	if err := from("192.0.2.1"); err != nil {
		t.Errorf("the next minute: %v", err)
	}
}

func TestReport_LongOrWithFilters_IsCutAndRedacted(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := New(slog.New(slog.NewTextHandler(&log, nil)), time.Now)
	_, err := s.report(t.Context(), input{
		Message: strings.Repeat("ü", longestText),
		Route:   "/projects/list?filter=secret",
	})
	if err != nil {
		t.Fatal(err)
	}
	got := log.String()
	if strings.Count(got, "ü") != longestText/2 || strings.Contains(got, "secret") ||
		!strings.Contains(got, "/projects/list") {
		t.Errorf("logged %q", got)
	}
}
