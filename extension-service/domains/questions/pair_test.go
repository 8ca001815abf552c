package questions_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/questions"
)

// The fifteen valid pairs of value type and input kind; every other one is refused.
func TestQuestions_PairOfValueTypeAndInputKind_IsOneOfFifteen(t *testing.T) {
	t.Parallel()
	valid := map[questions.ValueType]string{
		questions.Str: "radio dropdown text date", questions.Txt: "textField",
		questions.Jsn: "dropdown textField date currency",
		questions.Bln: "radio dropdown", questions.Int: "radio dropdown currency number",
	}
	count := 0
	for _, vt := range questions.ValueType("").Enum().Values {
		for _, kind := range questions.InputKind("").Enum().Values {
			want := false
			for one := range strings.FieldsSeq(valid[questions.ValueType(vt)]) {
				want = want || one == kind
			}
			if want {
				count++
			}
			if got := (questions.Pair{Type: questions.ValueType(vt), Kind: questions.InputKind(kind)}).Valid(); got != want {
				t.Errorf("%s with %s: valid %v, want %v", vt, kind, got, want)
			}
		}
	}
	if count != 15 {
		t.Errorf("%d valid pairs, want 15", count)
	}
}

// definition reads a question as it would be sent.
func definition(t *testing.T, pair, rest string) questions.Definition {
	t.Helper()
	vt, kind, _ := strings.Cut(pair, "+")
	var d questions.Definition
	if rest == "" {
		rest = "{}"
	}
	if err := json.Unmarshal([]byte(rest), &d); err != nil {
		t.Fatal(err)
	}
	d.ValueType, d.InputKind = questions.ValueType(vt), questions.InputKind(kind)
	return d
}

const (
	words   = `{"options":[{"value":"a","active":true},{"value":"b","active":true},{"value":"old","active":false}]}`
	numbers = `{"options":[{"value":1,"active":true},{"value":2,"active":true}]}`
)

// frame is a day and a currency to judge answers by.
var frame = questions.Frame{Today: "2026-11-22", Currency: "EUR"}

// Each answer is stored in one form, or refused with the place and the reason.
func TestAnswers_OfEveryPair_AreNormalisedOrRefused(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ pair, rest, answer, want string }{
		{"str+radio", words, `"a"`, `"a"`},
		{"str+radio", words, `"old"`, " validation.oneOf"},
		{"str+dropdown", words, `"c"`, " validation.oneOf"},
		{"str+dropdown", words, `1`, " validation.oneOf"},
		{"str+dropdown", words, `null`, `null`},
		{"str+text", "", `"  caf\u0065\u0301 "`, `"café"`},
		{"str+text", "", `"` + strings.Repeat("x", 256) + `"`, " validation.max"},
		{"str+text", "", `"two\nlines"`, " validation.oneLine"},
		{"str+text", "", `7`, " validation.text"},
		{"str+text", "", `"  "`, `null`},
		{"str+text", `{"validation":{"minLength":3}}`, `"ab"`, " validation.min"},
		{"str+text", `{"validation":{"pattern":"[A-Z]{2}[0-9]+"}}`, `"xAB12"`, " validation.regex"},
		{"str+text", `{"validation":{"pattern":"[A-Z]{2}[0-9]+"}}`, `"AB12"`, `"AB12"`},
		{"str+text", `{"validation":{"format":"email"}}`, `"nobody"`, " validation.email"},
		{"str+text", `{"validation":{"format":"url"}}`, `"ftp://x"`, " validation.url"},
		{"str+text", `{"validation":{"format":"phone"}}`, `"+491701234567"`, `"+491701234567"`},
		{"str+date", "", `"2026-02-29"`, " validation.date"},
		{"str+date", "", `"2028-02-29"`, `"2028-02-29"`},
		{"str+date", `{"validation":{"minDate":"today-7d"}}`, `"2026-11-14"`, " validation.minDate"},
		{"str+date", `{"validation":{"minDate":"today-7d","maxDate":"today"}}`, `"2026-11-15"`, `"2026-11-15"`},
		{"str+date", `{"validation":{"maxDate":"2026-12-31"}}`, `"2027-01-01"`, " validation.maxDate"},
		{"txt+textField", "", `"two\r\nlines"`, `"two\nlines"`},
		{"txt+textField", "", `"` + strings.Repeat("x", 2001) + `"`, " validation.max"},
		{
			"txt+textField", `{"validation":{"maxLength":10000}}`, `"` + strings.Repeat("x", 10000) + `"`,
			`"` + strings.Repeat("x", 10000) + `"`,
		},
		{"jsn+dropdown", words, `["b", "a"]`, `["b","a"]`},
		{"jsn+dropdown", words, `["a","a"]`, "[1] validation.duplicate"},
		{"jsn+dropdown", words, `["a","z"]`, "[1] validation.oneOf"},
		{"jsn+dropdown", words, `"a"`, " validation.list"},
		{"jsn+dropdown", words, `[ ]`, `null`},
		{
			"jsn+dropdown", `{"validation":{"minSelected":2},"options":[{"value":"a","active":true},{"value":"b","active":true}]}`,
			`["a"]`, " question.error.minSelected",
		},
		{
			"jsn+dropdown", `{"validation":{"maxSelected":1},"options":[{"value":"a","active":true},{"value":"b","active":true}]}`,
			`["a","b"]`, " question.error.maxSelected",
		},
		{"jsn+textField", "", `{"a": 12345678901234567890.5}`, `{"a":12345678901234567890.5}`},
		{"jsn+textField", "", `"text"`, " question.error.json"},
		{"jsn+textField", "", `["` + strings.Repeat("x", 8190) + `"]`, " question.error.jsonSize"},
		{"jsn+date", "", `{"from":"2026-12-01","to":"2026-12-31"}`, `{"from":"2026-12-01","to":"2026-12-31"}`},
		{"jsn+date", "", `{"from":"2026-12-01","to":null}`, `{"from":"2026-12-01","to":null}`},
		{"jsn+date", "", `{"from":"2026-12-01","to":"2026-11-30"}`, ".to validation.after"},
		{"jsn+date", "", `{"to":"2026-11-30"}`, ".from validation.date"},
		{"jsn+date", "", `{"from":"2026-12-01","until":"x"}`, ".from validation.date"},
		{"jsn+date", `{"validation":{"maxDays":3}}`, `{"from":"2026-12-01","to":"2026-12-04"}`, ".to question.error.maxDays"},
		{
			"jsn+date", `{"validation":{"maxDays":3}}`, `{"from":"2026-12-01","to":"2026-12-03"}`,
			`{"from":"2026-12-01","to":"2026-12-03"}`,
		},
		{"jsn+currency", "", `{"amount":95.50,"currency":"EUR","unit":"Hr"}`, `{"amount":95.5,"currency":"EUR","unit":"Hr"}`},
		{"jsn+currency", "", `{"amount":95.50001,"currency":"EUR","unit":"Hr"}`, ".amount validation.numeric"},
		{"jsn+currency", "", `{"amount":-1,"currency":"EUR","unit":"Hr"}`, ".amount validation.numeric"},
		{"jsn+currency", "", `{"amount":95,"currency":"USD","unit":"Hr"}`, ".currency validation.oneOf"},
		{"jsn+currency", "", `{"amount":95,"currency":"EUR","unit":"Week"}`, ".unit validation.oneOf"},
		{
			"jsn+currency", `{"validation":{"currencies":["USD"],"units":["Week"],"limits":[{"unit":"Week","min":100,"max":200}]}}`,
			`{"amount":99.9999,"currency":"USD","unit":"Week"}`, ".amount validation.minValue",
		},
		{
			"jsn+currency", `{"validation":{"currencies":["USD"],"units":["Week"],"limits":[{"unit":"Week","min":100,"max":200}]}}`,
			`{"amount":200,"currency":"USD","unit":"Week"}`, `{"amount":200,"currency":"USD","unit":"Week"}`,
		},
		{"bln+radio", "", `true`, `true`},
		{"bln+radio", "", `"yes"`, " validation.boolean"},
		{"bln+dropdown", "", `false`, `false`},
		{"bln+dropdown", "", `null`, `null`},
		{"int+radio", numbers, `2`, `2`},
		{"int+radio", numbers, `"2"`, " validation.oneOf"},
		{"int+dropdown", numbers, `3`, " validation.oneOf"},
		{"int+currency", "", `1000000`, `1000000`},
		{"int+currency", "", `1000001`, " validation.maxValue"},
		{"int+currency", "", `-1`, " validation.minValue"},
		{"int+number", "", `2147483647`, `2147483647`},
		{"int+number", "", `2147483648`, " validation.integer"},
		{"int+number", "", `1.5`, " validation.integer"},
		{"int+number", "", `1e3`, " validation.integer"},
		{"int+number", `{"validation":{"min":1,"max":10,"step":3}}`, `7`, `7`},
		{"int+number", `{"validation":{"min":1,"max":10,"step":3}}`, `6`, " validation.multiple"},
	} {
		value, problems := definition(t, tc.pair, tc.rest).CheckAnswer(json.RawMessage(tc.answer), frame)
		got := string(value)
		if len(problems) > 0 {
			got = fmt.Sprint(problems[0].Path, " ", problems[0].Key)
		}
		if got != tc.want {
			t.Errorf("%s %s %.60s: %.60s, want %.60s", tc.pair, tc.rest, tc.answer, got, tc.want)
		}
	}
}

// What is right: one of the values, all of several, or a number within the range.
func TestAnswers_RightAnswer_IsRecognised(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pair, right, answer string
		want                bool
	}{
		{"str+radio", `["a","b"]`, `"b"`, true},
		{"str+radio", `["a"]`, `"b"`, false},
		{"jsn+dropdown", `["a","b"]`, `["b","a"]`, true},
		{"jsn+dropdown", `["a","b"]`, `["a","c"]`, false},
		{"bln+dropdown", `[true]`, `false`, false},
		{"bln+dropdown", `[true]`, `true`, true},
		{"int+number", `{"min":3}`, `3`, true},
		{"int+number", `{"min":3}`, `2`, false},
		{"int+number", `{"min":3,"max":5}`, `6`, false},
		{"int+number", `{"max":5}`, `-7`, true},
		{"int+radio", `[1,2]`, `2`, true},
		{"int+radio", `null`, `9`, true},
	} {
		d := definition(t, tc.pair, `{"correctAnswers":`+tc.right+`}`)
		if got := d.Right(json.RawMessage(tc.answer)); got != tc.want {
			t.Errorf("%s %s %s: right %v", tc.pair, tc.right, tc.answer, got)
		}
	}
}
