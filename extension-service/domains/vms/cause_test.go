package vms

import (
	"testing"

	"poolkeeper.example/extension-service/domains/vms/transform"
)

func TestRuleIn_FieldNamedByAVMS_IsTheRuleWithThatTarget(t *testing.T) {
	t.Parallel()
	rules := []transform.Rule{{Target: "rate"}, {Target: "rate.uom"}, {Target: "skills[].name"}, {Target: "name"}}
	for detail, want := range map[string]int{
		"422: rate.uom: not known":         1,
		"422: /rate/uom is not known":      1,
		"skills[2].name: MAX_LENGTH":       2,
		"name: required, rate.uom: LOOKUP": 1,
		"422: the rate is too high":        -1,
		"422: rate: is too high":           0,
		"503":                              -1,
		"422: uom is not known":            -1,
		"":                                 -1,
	} {
		if got := ruleIn(rules, detail); got != want {
			t.Errorf("%q: rule %d, want %d", detail, got, want)
		}
	}
}

func mappingWith(rules ...transform.Rule) Mapping { return Mapping{Rules: rules} }

func TestMakesSame_RuleOfAnotherVersion_IsComparedByItsEffect(t *testing.T) {
	t.Parallel()
	used := &Mapping{Rules: []transform.Rule{{Target: "a", JQ: ".x"}, {Target: "uom", JQ: ".unit", Note: "as agreed"}}}
	for name, tc := range map[string]struct {
		live Mapping
		want bool
	}{
		"only its note differs": {mappingWith(transform.Rule{Target: "uom", JQ: ".unit"}, transform.Rule{Target: "a"}), true},
		"its program differs":   {mappingWith(transform.Rule{Target: "uom", JQ: ".unit // null"}), false},
		"it is switched off":    {mappingWith(transform.Rule{Target: "uom", JQ: ".unit", Off: true}), false},
		"it is gone":            {Mapping{}, false},
		"a lookup differs": {Mapping{
			Rules:   []transform.Rule{{Target: "uom", JQ: ".unit"}},
			Lookups: map[string]map[string]any{"uom": {"Pr": "pc"}},
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := makesSame(used, &tc.live, 1); got != tc.want {
				t.Errorf("makes the same: %v", got)
			}
		})
	}
}
