package deploy

import (
	"os"
	"os/exec"
	"testing"

	"go.yaml.in/yaml/v3"
)

func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// Every alert has a case in which it fires, and in which it has gone again.
func TestAlerts_EachOne_HasACaseInWhichItFiresAndResolves(t *testing.T) {
	t.Parallel()
	var rules struct {
		Groups []struct{ Rules []struct{ Alert string } }
	}
	var cases struct {
		Tests []struct {
			Cases []struct {
				Alert  string `yaml:"alertname"`
				Expect []any  `yaml:"exp_alerts"`
			} `yaml:"alert_rule_test"`
		}
	}
	readYAML(t, "alerts.yml", &rules)
	readYAML(t, "alerts_test.yml", &cases)
	fires, goes := map[string]bool{}, map[string]bool{}
	for _, test := range cases.Tests {
		for _, c := range test.Cases {
			if len(c.Expect) > 0 {
				fires[c.Alert] = true
			} else if fires[c.Alert] {
				goes[c.Alert] = true
			}
		}
	}
	for _, group := range rules.Groups {
		for _, rule := range group.Rules {
			if !fires[rule.Alert] || !goes[rule.Alert] {
				t.Errorf("alerts_test.yml has no case in which %s fires and goes", rule.Alert)
			}
		}
	}
}

// The cases hold, as Prometheus' own tool sees it. Debian's package prometheus brings that; at night it is there.
func TestAlerts_CasesOfPromtool_Pass(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip(err)
	}
	check := exec.CommandContext(t.Context(), promtool, "test", "rules", "alerts_test.yml")
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
