package transform

import (
	"fmt"
	"testing"
)

// Each failure of a running program is named by a text of its own, with the values that jq tells; of others the text
// says that the program failed, and the message is kept.
func TestRun_FailureOfAProgram_IsNamedByATextWithItsValues(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	for jq, want := range map[string]string{
		`"a" + 1`:                      `vmsMapping.run.add map[left:"a" right:1]`,
		`"a and b" - 1`:                `vmsMapping.run.subtract map[left:"a and b" right:1]`,
		`{} * "b"`:                     `vmsMapping.run.multiply map[left:{} right:"b"]`,
		`{} / 2`:                       `vmsMapping.run.divide map[left:{} right:2]`,
		`{} % 2`:                       `vmsMapping.run.divide map[left:{} right:2]`,
		`1 / 0`:                        `vmsMapping.run.zero map[value:1]`,
		`5 % 0`:                        `vmsMapping.run.zero map[value:5]`,
		`-"a"`:                         `vmsMapping.run.negate map[value:"a"]`,
		`.rate | .[0]`:                 `vmsMapping.run.array map[value:96.50]`,
		`.rate | .amount`:              `vmsMapping.run.object map[value:96.50]`,
		`[.rate[]] | length`:           `vmsMapping.run.iterate map[value:96.50]`,
		`.rate | ascii_downcase`:       `vmsMapping.run.apply map[name:ascii_downcase value:96.50]`,
		`.none | sub("a"; "b")`:        `vmsMapping.run.apply map[name:match value:null]`,
		`"12 EUR" | tonumber`:          `vmsMapping.run.number map[value:"12 EUR"]`,
		`"soon" | strptime("%Y-%m")`:   `vmsMapping.run.date map[format:"%Y-%m" value:"soon"]`,
		`"{" | fromjson`:               `vmsMapping.run.json map[value:"{"]`,
		`"maybe" | toboolean`:          `vmsMapping.run.applyReason map[name:toboolean value:"maybe"]`,
		`"(" as $p | "a" | test($p)`:   `vmsMapping.run.regexp map[value:"("]`,
		`error("no rate")`:             `vmsMapping.run.error map[value:no rate]`,
		`{(1|tostring|tonumber): 2}`:   `vmsMapping.run.key map[value:1]`,
		`[{}] | @csv`:                  `vmsMapping.run.format map[name:@csv value:{}]`,
		`"r9" | resource`:              `vmsMapping.run.noFile map[name:r9]`,
		`[1] | setpath([-5]; 1)`:       `vmsMapping.run.applyReason map[name:setpath value:[1]]`,
		`path(1 + 1)`:                  `detail.E_RUN map[]`,
		`[1, 2] | .["a"]`:              `vmsMapping.run.object map[value:[1,2]]`,
		`"Pr" | lookup("uom")`:         `vmsMapping.problem.noEntry map[lookup:uom value:Pr]`,
		`reduce range(9) as $i (1; .)`: ``,
	} {
		t.Run(jq, func(t *testing.T) {
			t.Parallel()
			out := run(t, r, Rules{
				Lookups: map[string]map[string]any{"uom": {"Hr": "hr"}},
				Rules:   []Rule{{Target: "a", JQ: jq}},
			}, `{"rate":96.50}`)
			got := ""
			for _, p := range out.Errors {
				if got = fmt.Sprint(p.Text, " ", p.Params); p.Message == "" {
					t.Error("the message of jq is lost")
				}
			}
			if got != want {
				t.Errorf("%s, want %s: %+v", got, want, out.Errors)
			}
		})
	}
}

func TestRun_TwoRulesFillTheSamePlace_ReportsTheSecond(t *testing.T) {
	t.Parallel()
	out := run(t, newRunner(t), Rules{Rules: []Rule{{Target: "a", JQ: "1"}, {Target: "a.b", JQ: "2"}}}, `{}`)
	if len(out.Errors) != 1 || out.Errors[0].Text != "vmsMapping.problem.place" ||
		fmt.Sprint(out.Errors[0].Params) != "map[name:a.b]" {
		t.Errorf("%+v", out.Errors)
	}
}
