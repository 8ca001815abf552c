package transform

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestRecipesOfTheDocumentation_EachRule_GivesAValue(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../../docs/vms.md")
	if err != nil {
		t.Fatal(err)
	}
	_, recipes, _ := strings.Cut(string(text), "### Recipes for rules")
	recipes, _, _ = strings.Cut(recipes, "\n## ")
	rules := Rules{Lookups: map[string]map[string]any{"unit": {"Day": 2}, "status": {"80": "rv"}}}
	for line := range strings.SplitSeq(recipes, "\n") {
		for i, code := range strings.Split(strings.ReplaceAll(line, `\|`, "|"), "`") {
			if i%2 == 1 && (strings.HasPrefix(code, ".") || strings.HasPrefix(code, "[")) {
				rules.Rules = append(rules.Rules, Rule{Target: fmt.Sprintf("r[%d]", len(rules.Rules)), JQ: code, Required: true})
			}
		}
	}
	out := run(t, newRunner(t), rules, `{"application":{"created":"2026-12-31T07:30:00Z","availabilityFrom":"2026-12-31","billRate":95,"rateUnit":"Day"},
		"freelancer":{"email":"a@b.example"},"in":{"on":"31.12.2026","at":"31.12.2026 08:30","max":"95,00","code":80,"steps":[{"code":1}]}}`)
	failed := slices.DeleteFunc(out.Errors, func(p Problem) bool { return rules.Rules[p.Rule].JQ == ".in.at | todate" })
	if len(rules.Rules) < 10 || len(failed) > 0 || !strings.Contains(string(out.Output), `"95,00"`) {
		t.Errorf("%d rules, %v: %s", len(rules.Rules), failed, out.Output)
	}
}
