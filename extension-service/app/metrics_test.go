package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/platform/config"
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
	settings := ownFolder(t)
	settings.SMTPURL, settings.AuditSink = "smtp://127.0.0.1:1", config.Secret(t.TempDir()+"/audit.jsonl")
	p := openProduct(t, settings, withCalls(hazard("panic", func(context.Context, *resource.Request) (any, error) {
		panic("broken")
	})))
	p.expect(t, "", "GET /api/hazard/panic", "", 500, "")
	p.jobs(t)
	p.newProject(t, "Boat builder")
	p.ran(t, `{"name":"auth.cleanup"}`)
	if _, err := app.BackUp(t.Context(), p.Settings, t.TempDir()+"/backup.zip", roomy); err != nil {
		t.Fatal(err)
	}
	return p.metricsOf(t)
}

func TestMetrics_BusyService_ReportItsState(t *testing.T) {
	t.Parallel()
	text := busy(t)
	for _, want := range []string{
		`poolkeeper_request_seconds_count{endpoint="hazard.panic",status="500"} 1`,
		`poolkeeper_panics_total{in="request"} 1`, `poolkeeper_panics_total{in="jobs"} 0`,
		`poolkeeper_work_seconds_count{kind="auth.cleanup",outcome="SUCCEEDED",queue="schedule"} 1`,
		`poolkeeper_statement_seconds_count{kind="read",outcome="ok"}`,
		`poolkeeper_statement_seconds_count{kind="transaction",outcome="ok"}`,
		`poolkeeper_queue_depth{queue="schedule"} 0`, `poolkeeper_mails{state="QUEUED"} 0`,
		`poolkeeper_check_up{check="database"} 1`, `poolkeeper_check_up{check="content"} 0`,
		`poolkeeper_work_seconds_count{kind="auth.cleanup",outcome="FAILED",queue="schedule"} 0`,
		`poolkeeper_work_seconds_count{kind="index.fullReconcile",outcome="TIMED_OUT",queue="schedule"} 0`,
		`poolkeeper_work_seconds_count{kind="msp.invite",outcome="FAILED",queue="mail"} 0`,
		`poolkeeper_responses_total{class="5xx"} 1`, `poolkeeper_responses_total{class="3xx"} 0`,
		`poolkeeper_held 0`, `poolkeeper_backup_age_seconds `, `poolkeeper_disk_free_bytes `,
		`poolkeeper_reading_failed{metric="poolkeeper_mails"} 0`,
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
func TestMetrics_CallersFromElsewhere_NeedTheToken(t *testing.T) {
	t.Parallel()
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.MetricsToken = "a-token-of-prometheus"
	p := openProduct(t, settings)
	for credentials, status := range map[string]int{"": 404, "Bearer another": 404, "Bearer a-token-of-prometheus": 200} {
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.Header.Set("Authorization", credentials)
		if got, err := send(p.Service, r); err != nil || got.status != status {
			t.Errorf("%q: %d, %v", credentials, got.status, err)
		}
	}
}

// What all copies share is told by one of them, the oldest that runs, so that an alert comes once; what is their own by
// each.
// A proxy on this machine calls from this machine, and so would everybody behind it.
func TestMetrics_RequestForwardedByALocalProxy_IsNotOfThisMachine(t *testing.T) {
	t.Parallel()
	p := openProduct(t, settingsIn(t.TempDir(), furnished.SQLite(t)))
	address := p.listen(t)
	for header, status := range map[string]int{"": 200, "X-Forwarded-For: 203.0.113.9\r\n": 404} {
		conn, from := raw(t, address, "GET /metrics HTTP/1.1\r\nHost: x\r\n"+header+"\r\n")
		if got, _ := nextAnswer(t, from); got.status != status {
			t.Errorf("with %q: %d, want %d", header, got.status, status)
		}
		_ = conn.Close()
	}
}

func TestMetrics_SeveralCopies_OneReportsSharedGauges(t *testing.T) {
	t.Parallel()
	url := furnished.Postgres(t)
	first, second := newProduct(t, url), newProduct(t, url)
	const shared, own = "poolkeeper_queue_depth{", "poolkeeper_disk_free_bytes "
	expect := func(p *product, want bool) {
		t.Helper()
		text := p.metricsOf(t)
		if strings.Contains(text, shared) != want || !strings.Contains(text, own) ||
			!strings.Contains(text, `poolkeeper_check_up{check="database"} 1`) {
			t.Errorf("it tells of the queues: %v, want %v\n%s", !want, want, text)
		}
	}
	expect(first, true) // while no copy is known to the others
	for _, p := range []*product{first, second} {
		if err := p.Status().Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	expect(first, true)
	expect(second, false)
	ended, end := context.WithCancel(t.Context())
	end()
	first.Status().Run(ended)
	expect(second, true)
}

// A dump of PostgreSQL that was reported on one copy is known to all, also when the folder of that one is gone.
func TestBackup_ReportedOnOneCopy_IsKnownToAll(t *testing.T) {
	t.Parallel()
	settings := settingsIn(t.TempDir(), furnished.Postgres(t))
	backedUp := time.Now().Add(-time.Hour)
	if err := app.ReportBackup(t.Context(), settings, backedUp); err != nil {
		t.Fatal(err)
	}
	p := newProduct(t, settings.DatabaseURL) // in another folder
	p.expect(t, "tech", "GET /api/status", "", 200, `"backupAt":"`+date.InstantText(backedUp))
	if text := p.metricsOf(t); !strings.Contains(text, "poolkeeper_backup_age_seconds 36") {
		t.Errorf("no age of the backup in %s", text)
	}
}

var (
	line       = regexp.MustCompile(`^([a-z_]+)(?:\{(.*)\})? `)
	labelValue = regexp.MustCompile(`([a-z_]+)="((?:[^"\\]|\\.)*)"`)
	shown      = regexp.MustCompile(`\$labels\.([a-z_]+)|\{\{([a-z_]+)\}\}`)
)

// usedQuery is a query of an alert or of the dashboard.
type usedQuery struct {
	name, text string
	shows      string // what names labels of its result
}

// queries are those of the alerts and of the dashboard.
func queries(t *testing.T) (out []usedQuery) {
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
	known := map[string]bool{}
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			if r.Labels["severity"] == "" || r.Annotations["summary"] == "" || known[r.Alert] {
				t.Errorf("the alert %q has no severity, no summary, or a brother of its name", r.Alert)
			}
			known[r.Alert] = true
			out = append(out, usedQuery{r.Alert, r.Expr, r.Annotations["summary"]})
		}
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr, LegendFormat string }
		}
	}
	if err := json.Unmarshal(read("grafana.json"), &board); err != nil {
		t.Fatal(err)
	}
	for _, each := range board.Panels {
		for _, target := range each.Targets {
			out = append(out, usedQuery{each.Title, target.Expr, target.LegendFormat})
		}
	}
	return out
}

// parsedQuery is what Prometheus' own parser makes of one: see scripts/promql.
type parsedQuery struct {
	Error   string
	Metrics []struct {
		Name   string
		Labels []struct{ Name, Op, Value string }
	}
	By []string
}

func parse(t *testing.T, all []usedQuery) (out []parsedQuery) {
	t.Helper()
	texts := make([]string, len(all))
	for i, each := range all {
		texts[i] = each.text
	}
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	parser := exec.CommandContext(t.Context(), "go", "run", "-C", "../../scripts/promql", ".")
	var log strings.Builder
	parser.Stdin, parser.Stderr = bytes.NewReader(in), &log
	answer, err := parser.Output()
	if err == nil {
		err = json.Unmarshal(answer, &out)
	}
	if err != nil || len(out) != len(all) {
		t.Fatalf("%v %s", err, log.String())
	}
	return out
}

// values are those of each label of each metric.
type values map[string]map[string][]string

// exposed reads what the product says, with what Prometheus adds and what only a worse day would show.
func exposed(text string) values {
	out := values{"up": {}}
	for each := range strings.Lines(text) {
		hit := line.FindStringSubmatch(each)
		if hit == nil {
			continue
		}
		if out[hit[1]] == nil {
			out[hit[1]] = map[string][]string{}
		}
		for _, label := range labelValue.FindAllStringSubmatch(hit[2], -1) {
			out[hit[1]][label[1]] = append(out[hit[1]][label[1]], label[2])
		}
	}
	for _, labels := range out {
		labels["job"], labels["instance"] = []string{"poolkeeper"}, nil
	}
	work := out["poolkeeper_work_seconds_count"]
	work["outcome"] = append(work["outcome"], string(schedule.Failed), string(schedule.TimedOut), string(mail.Failed))
	work["queue"] = append(work["queue"], "mail")
	return out
}

// Alerts and dashboard are read by Prometheus' own parser, and ask for metrics, labels and values that there are. Every
// metric of ours is shown.
func TestAlertsAndDashboard_EveryQuery_NamesExistingMetrics(t *testing.T) {
	t.Parallel()
	onPostgres := newProduct(t, furnished.Postgres(t)).metricsOf(t) // which has connections to show
	known, all := exposed(busy(t)+onPostgres), queries(t)
	if len(all) < 20 {
		t.Fatalf("only %d queries were found", len(all))
	}
	used := map[string]bool{}
	for i, q := range parse(t, all) {
		if q.Error != "" {
			t.Errorf("%s: %s: %s", all[i].name, all[i].text, q.Error)
			continue
		}
		left := known.check(t, all[i].name, q)
		for _, hit := range shown.FindAllStringSubmatch(all[i].shows, -1) {
			if name := hit[1] + hit[2]; !slices.Contains(left, name) {
				t.Errorf("%s shows the label %s, and its result has only %v", all[i].name, name, left)
			}
		}
		for _, m := range q.Metrics {
			used[base(m.Name)] = true
		}
	}
	for name := range known {
		if strings.HasPrefix(name, "poolkeeper_") && !used[base(name)] {
			t.Errorf("neither an alert nor the dashboard asks for %s", name)
		}
	}
}

// base is the name of a histogram without that of its part.
func base(name string) string {
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_sum"), "_count")
}

// check looks for everything that a query names, and returns the labels of its result.
func (v values) check(t *testing.T, name string, q parsedQuery) (left []string) {
	t.Helper()
	for _, m := range q.Metrics {
		if v[m.Name] == nil {
			t.Errorf("%s asks for %s, which there is not", name, m.Name)
		}
		left = slices.AppendSeq(left, maps.Keys(v[m.Name]))
		for _, l := range m.Labels {
			pattern := "^(?:" + l.Value + ")$"
			if l.Op == "=" || l.Op == "!=" {
				pattern = "^" + regexp.QuoteMeta(l.Value) + "$"
			}
			if !slices.ContainsFunc(v[m.Name][l.Name], regexp.MustCompile(pattern).MatchString) {
				t.Errorf("%s: no %s of %s is %s, only %v", name, l.Name, m.Name, l.Value, v[m.Name][l.Name])
			}
		}
	}
	for _, label := range q.By {
		if !slices.Contains(left, label) {
			t.Errorf("%s groups by %s, which nothing in it has", name, label)
		}
	}
	if q.By != nil {
		return q.By
	}
	return left
}
