package app_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/resource"
)

// metricsOf asks as somebody on this machine.
func (p *product) metricsOf(t *testing.T) string {
	t.Helper()
	conn, from := raw(t, p.listen(t), "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
	defer conn.Close()
	got, _ := nextAnswer(t, from)
	if got.status != 200 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	return string(got.body)
}

// busy are the metrics of a product of which each says something.
func busy(t *testing.T) string {
	t.Helper()
	p := openProduct(t, ownFolder(t), withCalls(hazard("panic", func(context.Context, *resource.Request) (any, error) { panic("broken") })))
	p.expect(t, "", "GET /api/hazard/panic", "", 500, "")
	p.jobs(t)
	p.newProject(t, "Boat builder")
	p.ran(t, `{"name":"auth.cleanup"}`)
	if _, err := app.BackUp(t.Context(), p.Settings, t.TempDir()+"/backup.zip", roomy); err != nil {
		t.Fatal(err)
	}
	return p.metricsOf(t)
}

func TestMetricsTellHowTheServiceIs(t *testing.T) {
	t.Parallel()
	text := busy(t)
	for _, want := range []string{
		`poolkeeper_request_seconds_count{endpoint="hazard.panic",status="500"} 1`,
		`poolkeeper_panics_total{in="request"} 1`, `poolkeeper_panics_total{in="jobs"} 0`,
		`poolkeeper_work_seconds_count{kind="auth.cleanup",outcome="SUCCEEDED",queue="schedule"} 1`,
		`poolkeeper_statement_seconds_count{kind="read",outcome="ok"}`, `poolkeeper_statement_seconds_count{kind="transaction",outcome="ok"}`,
		`poolkeeper_queue_depth{queue="schedule"} 0`, `poolkeeper_mails{state="QUEUED"} 0`, `poolkeeper_check_up{check="database"} 1`, `poolkeeper_check_up{check="content"} 0`,
		`poolkeeper_held 0`, `poolkeeper_backup_age_seconds `, `poolkeeper_disk_free_bytes `, `poolkeeper_reading_failed{metric="poolkeeper_mails"} 0`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

// Whoever comes from elsewhere, or through a proxy, must hold the token, and then nobody else is answered.
func TestMetricsAreNotForEverybody(t *testing.T) {
	t.Parallel()
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.MetricsToken = "a-token-of-prometheus"
	p := openProduct(t, settings)
	for given, status := range map[string]int{"": 404, "Bearer another": 404, "Bearer a-token-of-prometheus": 200} {
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.Header.Set("Authorization", given)
		if got, err := ask(p.Service, r); err != nil || got.status != status {
			t.Errorf("%q: %d, %v", given, got.status, err)
		}
	}
}

var (
	selector   = regexp.MustCompile(`\b((?:poolkeeper|process|go)_[a-z_]+)(?:\{([^}]*)\})?`)
	labelName  = regexp.MustCompile(`([a-z_]+)\s*[=!]`)
	grouping   = regexp.MustCompile(`by \(([^)]*)\)`)
	ofScraping = []string{"job", "instance"} // Prometheus adds them
)

// queries are those of the alerts and of the dashboard, with the name of each.
func queries(t *testing.T) map[string]string {
	t.Helper()
	read := func(file string) []byte {
		text, err := os.ReadFile("../../deploy/" + file)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var rules struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr, For    string
				Labels, Annotations map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(read("alerts.yml"), &rules); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			if r.Labels["severity"] == "" || r.Annotations["summary"] == "" || out[r.Alert] != "" {
				t.Errorf("the alert %q has no severity, no summary, or a brother of its name", r.Alert)
			}
			out[r.Alert] = r.Expr
		}
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(read("grafana.json"), &board); err != nil {
		t.Fatal(err)
	}
	for _, each := range board.Panels {
		for _, target := range each.Targets {
			out[each.Title+": "+target.Expr] = target.Expr
		}
	}
	return out
}

// exposed are the labels of every metric, by name.
func exposed(text string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(text) {
		if hit := selector.FindStringSubmatch(line); hit != nil && !strings.HasPrefix(line, "#") {
			for _, label := range labelName.FindAllStringSubmatch(hit[2], -1) {
				out[hit[1]] = append(out[hit[1]], label[1])
			}
			out[hit[1]] = append(out[hit[1]], ofScraping...)
		}
	}
	return out
}

// Alerts and dashboard ask for metrics and labels that there are, and every metric of ours is shown.
func TestAlertsAndDashboardAskForWhatThereIs(t *testing.T) {
	t.Parallel()
	text := busy(t)
	known, asked := exposed(text), queries(t)
	if len(asked) < 20 {
		t.Fatalf("only %d queries were found", len(asked))
	}
	var all strings.Builder
	for name, query := range asked {
		all.WriteString(query + "\n")
		var labels []string
		for _, hit := range selector.FindAllStringSubmatch(query, -1) {
			if known[hit[1]] == nil {
				t.Errorf("%s asks for %s, which there is not", name, hit[1])
			}
			labels = append(labels, known[hit[1]]...)
			for _, label := range labelName.FindAllStringSubmatch(hit[2], -1) {
				if !slices.Contains(known[hit[1]], label[1]) {
					t.Errorf("%s: %s has no label %s", name, hit[1], label[1])
				}
			}
		}
		for _, hit := range grouping.FindAllStringSubmatch(query, -1) {
			for label := range strings.SplitSeq(hit[1], ", ") {
				if !slices.Contains(labels, label) {
					t.Errorf("%s groups by %s, which nothing in it has", name, label)
				}
			}
		}
		if strings.Count(query, "(") != strings.Count(query, ")") || strings.Count(query, "{") != strings.Count(query, "}") {
			t.Errorf("%s is not whole: %s", name, query)
		}
	}
	for name := range known {
		base := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_sum"), "_count")
		if strings.HasPrefix(name, "poolkeeper_") && !strings.Contains(all.String(), base) {
			t.Errorf("neither an alert nor the dashboard asks for %s", name)
		}
	}
}
