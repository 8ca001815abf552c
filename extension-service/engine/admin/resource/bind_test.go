package resource_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sort"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

type address struct {
	City    string `json:"city"    check:"required,max=20"`
	Country string `json:"country" kind:"country"`
}

type level string

func (level) Enum() enum.List {
	return enum.List{Name: "level", Text: "level", Values: []string{"LOW", "HIGH"}}
}

// order has a field of every kind of rule.
type order struct {
	ID     int64            `path:"id"`
	Page   int              `query:"page" check:"minvalue=1"`
	Reason string           `header:"X-Reason"`
	Name   string           `json:"name"   check:"required,min=2,max=5"`
	Email  string           `json:"email"  kind:"email"`
	Phone  string           `json:"phone"  kind:"phone"`
	Site   string           `json:"site"   kind:"url"`
	Code   string           `json:"code"   pattern:"[a-z]{2}"`
	Count  *int             `json:"count"  check:"minvalue=1,maxvalue=9"`
	Price  *decimal.Decimal `json:"price"  check:"minvalue=0.5"`
	Level  level            `json:"level"`
	Day    date.Date        `json:"day"`
	Open   bool             `json:"open"`
	Tags   []string         `json:"tags"   check:"max=2"`
	Home   *address         `json:"home"`
	Homes  []address        `json:"homes"`
	Fixed  string           `json:"fixed"  check:"readonly"`
}

func call(t *testing.T, body string) (order, error) {
	t.Helper()
	handle := resource.Handle(func(_ context.Context, in order) (order, error) { return in, nil })
	out, err := handle.Call(t.Context(), &resource.Request{
		Body: []byte(body), Queries: map[string]string{"page": "3"},
		Param: func(string) string { return "17" }, Header: func(string) string { return "because" },
	})
	got, _ := out.(order)
	return got, err
}

func TestBind_EveryPlace_IsRead(t *testing.T) {
	t.Parallel()
	got, err := call(t, `{"name":"  Zoe\r\n ","email":"z@a.example","price":12.5,"level":"HIGH","day":"2026-01-02","open":true,"tags":["a"],"home":{"city":"Bern","country":"CH"}}`)
	if err != nil {
		t.Fatal(err)
	}
	if got.ID != 17 || got.Page != 3 || got.Reason != "because" || got.Name != "Zoe" || got.Price.String() != "12.5" ||
		got.Home.City != "Bern" || !got.Open {
		t.Errorf("%+v", got)
	}
}

func TestBind_InvalidBody_IsRefused(t *testing.T) {
	t.Parallel()
	ok := `"name":"Zoe"`
	for name, tc := range map[string]struct{ body, want string }{
		"not JSON":               {`{`, "BAD_REQUEST"},
		"not an object":          {`[1]`, "BAD_REQUEST"},
		"null":                   {`null`, "BAD_REQUEST"},
		"not UTF-8":              {"{\"name\":\"\xff\"}", "BAD_REQUEST"},
		"nested too deeply":      {`{"name":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, "BAD_REQUEST"},
		"unknown names":          {`{"nmae":"Zoe","home":{"town":"Bern"}}`, "UNKNOWN_FIELD home.town nmae"},
		"a path is no body":      {`{` + ok + `,"id":1}`, "UNKNOWN_FIELD id"},
		"missing":                {`{}`, "name=validation.required"},
		"only spaces":            {`{"name":"  "}`, "name=validation.required"},
		"too short":              {`{"name":"Z"}`, "name=validation.min"},
		"too long":               {`{"name":"Zoezoe"}`, "name=validation.max"},
		"code points, not bytes": {`{"name":"äöüäö"}`, ""},
		"control character":      {`{"name":"Z\u0000e"}`, "name=validation.control"},
		"number for text":        {`{"name":5}`, "name=validation.text"},
		"text for number":        {`{` + ok + `,"count":"5"}`, "count=validation.integer"},
		"fraction for integer":   {`{` + ok + `,"count":1.5}`, "count=validation.integer"},
		"too small":              {`{` + ok + `,"count":0}`, "count=validation.minValue"},
		"too large":              {`{` + ok + `,"count":10}`, "count=validation.maxValue"},
		"far too small":          {`{` + ok + `,"count":-9007199254740991}`, "count=validation.minValue"},
		"five fraction digits":   {`{` + ok + `,"price":1.23456}`, "price=validation.numeric"},
		"below the minimum":      {`{` + ok + `,"price":0.4}`, "price=validation.minValue"},
		"unknown value":          {`{` + ok + `,"level":"MID"}`, "level=validation.oneOf"},
		"no such day":            {`{` + ok + `,"day":"2026-02-30"}`, "day=validation.date"},
		"text for truth":         {`{` + ok + `,"open":"yes"}`, "open=validation.boolean"},
		"too many":               {`{` + ok + `,"tags":["a","b","c"]}`, "tags=validation.maxItems"},
		"nothing in a list": {
			`{` + ok + `,"tags":["a",null],"homes":[null]}`,
			"homes[0]=validation.object tags[1]=validation.text",
		},
		"a list is needed":    {`{` + ok + `,"tags":"a"}`, "tags=validation.list"},
		"an object is needed": {`{` + ok + `,"home":"Bern"}`, "home=validation.object"},
		"inside an object": {
			`{` + ok + `,"home":{"country":"XQ"}}`,
			"home.city=validation.required home.country=validation.country",
		},
		"inside a list": {`{` + ok + `,"homes":[{"city":"Bern"},{"city":""}]}`, "homes[1].city=validation.required"},
		"email":         {`{` + ok + `,"email":"a@b"}`, "email=validation.email"},
		"phone":         {`{` + ok + `,"phone":"0301234"}`, "phone=validation.phoneCountry"},
		"url":           {`{` + ok + `,"site":"javascript:alert(1)"}`, "site=validation.url"},
		"pattern":       {`{` + ok + `,"code":"abc"}`, "code=validation.regex"},
		"all at once": {
			`{"count":0,"level":"MID","email":"x"}`,
			"count=validation.minValue email=validation.email level=validation.oneOf name=validation.required",
		},
		"read-only is ignored": {`{` + ok + `,"fixed":"x"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := call(t, tc.body)
			if got := summary(err); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestPhone_AnyNotation_IsStoredAsE164(t *testing.T) {
	t.Parallel()
	type dialled struct {
		Phone string `json:"phone" kind:"phone" check:"max=16"`
	}
	echo := resource.Handle(func(_ context.Context, in dialled) (dialled, error) { return in, nil })
	for written, want := range map[string]string{
		"+49 30 1234567": "+49301234567", " +46 (0)70-123 45 67 ": "+46701234567", "0041 44.668/18 00": "+41446681800",
		"+49\u00a0(30)\u202f123\u20114567": "+49301234567", "+49301234567": "+49301234567", "": "",
	} {
		got, err := echo.Call(t.Context(), &resource.Request{Body: fmt.Appendf(nil, `{"phone":%q}`, written)})
		if err != nil || got.(dialled).Phone != want {
			t.Errorf("%q became %v (%v), want %q", written, got, err, want)
		}
	}
	for wrong, want := range map[string]string{
		"030 1234567": "phone=validation.phoneCountry", "+49 30 call me": "phone=validation.phone",
		"+0 30 1234567":         "phone=validation.phone",
		"+49 30 1234567 ext 12": "phone=validation.phoneExtension",
	} {
		_, err := echo.Call(t.Context(), &resource.Request{Body: fmt.Appendf(nil, `{"phone":%q}`, wrong)})
		if got := summary(err); got != want {
			t.Errorf("%q: got %q, want %q", wrong, got, want)
		}
	}
}

func TestBind_BodyOfACallWithoutOne_IsRefused(t *testing.T) {
	t.Parallel()
	type which struct {
		ID int64 `path:"id"`
	}
	handle := resource.Handle(func(context.Context, which) (resource.None, error) { return resource.None{}, nil })
	for body, want := range map[string]string{
		"": "", "{}": "", `{"id":3,"why":1}`: "UNKNOWN_FIELD id why",
		`{"why"`: "BAD_REQUEST", `[1]`: "BAD_REQUEST",
	} {
		_, err := handle.Call(t.Context(), &resource.Request{Body: []byte(body), Param: func(string) string { return "17" }})
		if got := summary(err); got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

// summary is a failure in one line: wrong fields with their messages, or the code.
func summary(err error) string {
	if err == nil {
		return ""
	}
	e := fault.From(err)
	var parts []string
	for path, messages := range e.Fields {
		if e.Code == "UNKNOWN_FIELD" {
			parts = append(parts, path)
			continue
		}
		parts = append(parts, path+"="+strings.Join(messages, "+"))
	}
	sort.Strings(parts)
	if e.Code != "VALIDATION" {
		parts = append([]string{e.Code}, parts...)
	}
	return strings.Join(parts, " ")
}

func FuzzBind(f *testing.F) {
	f.Add(`{"name":"Zoe","home":{"city":"Bern"}}`)
	f.Add(`{"homes":[{}],"price":1e9,"tags":[null]}`)
	handle := resource.Handle(func(_ context.Context, in order) (order, error) { return in, nil })
	f.Fuzz(func(t *testing.T, body string) {
		out, err := handle.Call(t.Context(), &resource.Request{Body: []byte(body), Param: func(string) string {
			return "1"
		}, Header: func(string) string { return "" }})
		if err != nil {
			if k := fault.KindOf(err); k == fault.Internal {
				t.Fatalf("%q became an internal error: %v", body, err)
			}
			return
		}
		if _, err := json.Marshal(out); err != nil {
			t.Fatal(err)
		}
	})
}

func TestSchema_OfABoundType_DeclaresWhatBindEnforces(t *testing.T) {
	t.Parallel()
	s := field.SchemaOf(reflect.TypeFor[order]())
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"required":["name"]`, `"maxLength":5`, `"minLength":2`, `"additionalProperties":false`,
		`"enum":["LOW","HIGH",null]`, `"maxItems":2`, `"minimum":0.5`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if strings.Contains(string(text), "X-Reason") {
		t.Error("a header is described as a part of the body")
	}
}

// What is not set is sent and answered as an empty text.
func TestSchema_OptionalTextOfTwoCharactersOrMore_AllowsAnEmptyOne(t *testing.T) {
	t.Parallel()
	type named struct {
		Name string `json:"name" check:"required,min=2"`
		Key  string `json:"key"  check:"min=2"           pattern:"[a-z]{2,}"`
	}
	members, _ := field.SchemaOf(reflect.TypeFor[named]())["properties"].(field.Schema)
	for fieldName, want := range map[string]any{"name": 2, "key": nil} {
		if one, _ := members[fieldName].(field.Schema); one["minLength"] != want {
			t.Errorf("%s: minLength is %v, want %v", fieldName, one["minLength"], want)
		}
	}
}
