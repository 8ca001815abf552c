package demo_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/cmd/seed/demo"
	"poolkeeper.example/extension-service/platform/config"
)

// Whoever opens a screen of VMS in the demo sees what it is for: there is something in every state that lasts. Nothing
// of it comes over the network: nobody listens where the connections lead.
func TestFillProduct_WithSandbox_EveryVMSScreenHasRecords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p, err := app.Open(t.Context(), config.Settings{
		Host: "127.0.0.1", Port: 1, DataDir: dir, DatabaseURL: filepath.Join(dir, "demo.db"), Demo: true,
		SandboxVMS: "127.0.0.1:1",
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	p.Mappings.Program = os.Args[0]
	if err := demo.FillProduct(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]struct {
		text     string
		min, max int
	}{
		"connections": {
			"SELECT count(*) FROM vms_connections WHERE base_url LIKE 'http://127.0.0.1:1/%' AND secret <> '' AND inbound_secret <> ''",
			3, 3,
		},
		"planned changes": {
			"SELECT count(*) FROM planned_changes WHERE state = 'PLANNED' AND lines <> '[]'",
			4, 4,
		},
		"scheduled jobs that run": {"SELECT count(DISTINCT name) FROM schedule_runs WHERE state = 'QUEUED'", 21, 99},
		"that are only tried":     {"SELECT count(*) FROM schedule_runs WHERE dry_run = 1", 11, 11},
		"that rest":               {"SELECT count(*) FROM vms_connections WHERE pause_reason = 'RETRY_AFTER'", 1, 1},
		"that are silent":         {"SELECT count(*) FROM vms_connections WHERE silent = 1", 1, 1},
		"with another shape":      {"SELECT count(*) FROM vms_connections WHERE shape_changed = 1", 1, 1},
		"states of mappings":      {"SELECT count(DISTINCT state) FROM vms_mappings", 3, 3},
		"mappings in use":         {"SELECT count(*) FROM vms_mappings WHERE state = 'LIVE'", 8, 8},
		"with failing tests":      {"SELECT count(*) FROM vms_mappings WHERE failing_tests > 0", 1, 1},
		"states of inbound":       {"SELECT count(DISTINCT state) FROM vms_messages WHERE direction = 'inbound'", 3, 3},
		"reasons of inbound": {
			"SELECT count(DISTINCT reason) FROM vms_messages WHERE direction = 'inbound' AND reason <> ''",
			7, 7,
		},
		"states of outbound": {"SELECT count(DISTINCT state) FROM vms_messages WHERE direction = 'outbound'", 3, 3},
		"failures of outbound": {
			"SELECT count(DISTINCT failure) FROM vms_messages WHERE direction = 'outbound' AND failure <> ''",
			5, 5,
		},
		"withdrawals": {
			"SELECT count(*) FROM vms_messages WHERE entity = 'APPLICATION_WITHDRAW' AND state = 'PROCESSED'",
			1, 1,
		},
		"unknown values": {
			"SELECT count(DISTINCT unknown_value) FROM vms_messages WHERE reason = 'LOOKUP' AND state = 'QUARANTINED'",
			4, 4,
		},
		"states of proposals":   {"SELECT count(DISTINCT state) FROM vms_proposals", 4, 4},
		"states of differences": {"SELECT count(DISTINCT state) FROM vms_differences", 5, 5},
		"over the network":      {"SELECT count(*) FROM vms_messages WHERE detail = 'no answer'", 0, 0},
		"from the future": {
			"SELECT count(*) FROM vms_messages m JOIN vms_connections c ON c.id = m.connection_id WHERE m.created > c.heard_at AND m.direction = 'inbound'",
			0, 0,
		},
		"wrong hires": {
			"SELECT count(*) FROM projects p WHERE positions_filled <> (SELECT count(*) FROM applications a WHERE a.project_id = p.id AND a.status = 'h')",
			0, 0,
		},
		"open after closing": {
			"SELECT count(*) FROM applications a JOIN projects p ON p.id = a.project_id WHERE p.status IN ('CLOSED', 'DELETED') AND a.status IN ('uc', 'a', 'sp', 'sf')",
			0, 0,
		},
		"unlike their deliveries": {
			"SELECT count(*) FROM vms_messages m JOIN applications a ON a.id = m.entity_id WHERE m.entity = 'APPLICATION' AND m.state = 'PROCESSED' AND a.external_id = ''",
			0, 0,
		},
	} {
		if n := count(t, p.DB, want.text); n < want.min || n > want.max {
			t.Errorf("%s: %d, want %d to %d", what, n, want.min, want.max)
		}
	}
}
