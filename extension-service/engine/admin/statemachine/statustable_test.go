package statemachine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

type state string

func (state) Enum() enum.List {
	return enum.List{Name: "sheetState", Text: "sheet.status", Values: []string{"DRAFT", "SUBMITTED", "PAID"}}
}

type sheet struct {
	resource.Record
	Week  string `json:"week"`
	State state  `json:"state" check:"readonly"`
	Hours int64  `json:"hours"`
}

// sheets keeps one record.
type sheets struct {
	resource.Store[sheet]
	one *sheet
}

func (s sheets) Get(context.Context, int64) (sheet, error) { return *s.one, nil }

func (s sheets) Update(_ context.Context, _ sheet, v *sheet) error {
	*s.one = *v
	return nil
}

// statuses are those of sheets, as a resource declares them.
func statuses(s sheets, sent *[]mail.Mail) statemachine.StatusTable[sheet, state] {
	return statemachine.StatusTable[sheet, state]{
		Name: "sheet", Path: "/api/sheet", Store: s, Status: func(v *sheet) *state { return &v.State },
		Read: role.QuestionRead, Now: time.Now,
		Send: func(_ context.Context, m mail.Mail) (int64, error) {
			*sent = append(*sent, m)
			return 1, nil
		},
		Moves: []statemachine.Move[sheet, state]{
			{
				From: []state{"DRAFT"}, To: "SUBMITTED", Needs: role.QuestionUpdate,
				Guards: []statemachine.Guard[sheet]{{Key: "sheet.noHours", IsMet: func(v sheet) bool { return v.Hours > 0 }}},
				Mail: func(v sheet) mail.Mail {
					return mail.Mail{Template: "sheetSubmitted", To: "lead@example.org", Params: map[string]string{"week": v.Week}}
				},
			},
			{
				From: []state{"SUBMITTED"}, To: "DRAFT", Needs: role.QuestionUpdate, Reverts: true, Reason: true,
				Reasons: []string{"MISTAKE", "OTHER"},
			},
			{From: []state{"SUBMITTED"}, To: "PAID", Needs: role.QuestionDelete},
		},
	}
}

// request makes a call of the resource with these statuses; the last argument is the body.
func request(t *testing.T, s sheets, sent *[]mail.Mail, method, body string, may ...role.Permission) (string, error) {
	t.Helper()
	v, table := new(sheet), statuses(s, sent)
	registry := resource.NewRegistry(&resource.Runtime{
		Write:   func(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) },
		Recheck: func(context.Context, *role.Caller) error { return nil },
	})
	registry.Add(resource.Declare(resource.Spec[sheet]{
		Name: "sheet", Of: v, Store: s, Title: &v.Week, Status: &v.State, Access: resource.Access{Read: role.QuestionRead},
		Actions: []resource.Action[sheet]{table.Action()}, Calls: []resource.Endpoint{table.Call()},
	}))
	none := func(string) string { return "" }
	r := &resource.Request{Body: []byte(body), Param: func(string) string { return "1" }, Header: none, Cookie: none}
	ctx := role.With(t.Context(), &role.Caller{Kind: role.Admin, ID: 1, Permissions: append(may, role.QuestionRead)})
	for _, e := range registry.Endpoints() {
		if e.Method == method && (strings.HasSuffix(e.Path, "changeStatus") || strings.Contains(e.Path, "possibleStatuses")) {
			out, err := e.Handle.Call(resource.WithExchange(ctx, r, &resource.Reply{}), r)
			text, _ := json.Marshal(out)
			return string(text), err
		}
	}
	t.Fatal("there is no such call")
	return "", nil
}

func TestStatusTable_DeclaredMoves_AreOfferedExplainedAndRefused(t *testing.T) {
	t.Parallel()
	s, sent := sheets{one: &sheet{Record: resource.Record{ID: 1}, Week: "2027-01", State: "DRAFT"}}, []mail.Mail{}
	for _, step := range []struct {
		body string
		may  role.Permission
		want string
	}{
		{`{"status":"SUBMITTED"}`, role.QuestionUpdate, "TRANSITION_NOT_ALLOWED sheet.noHours"},
		{`{"status":"PAID"}`, role.QuestionDelete, "TRANSITION_NOT_ALLOWED transition.none"},
		{`{"status":"DRAFT"}`, role.QuestionUpdate, "DRAFT"},
	} {
		_, err := request(t, s, &sent, "POST", step.body, step.may)
		if got := outcome(s, err); got != step.want {
			t.Errorf("%s: %s, want %s", step.body, got, step.want)
		}
	}
	s.one.Hours = 8
	if text, err := request(t, s, &sent, "GET", ""); err != nil || !strings.Contains(text,
		`"value":"PAID","text":"sheet.status.PAID","allowed":false`) {
		t.Errorf("%s, %v", text, err)
	}
	for _, step := range []struct {
		body string
		may  role.Permission
		want string
	}{
		{`{"status":"SUBMITTED"}`, role.QuestionDelete, "FORBIDDEN"},
		{`{"status":"SUBMITTED"}`, role.QuestionUpdate, "SUBMITTED"},
		{`{"status":"DRAFT"}`, role.QuestionUpdate, "REASON_REQUIRED"},
		{`{"status":"DRAFT","reason":"OTHER"}`, role.QuestionUpdate, "VALIDATION"},
		{`{"status":"DRAFT","reason":"MISTAKE"}`, role.QuestionUpdate, "DRAFT"},
	} {
		_, err := request(t, s, &sent, "POST", step.body, step.may)
		if got := outcome(s, err); got != step.want {
			t.Errorf("%s: %s, want %s", step.body, got, step.want)
		}
	}
	if len(sent) != 1 || sent[0].Template != "sheetSubmitted" || sent[0].Entity != "sheet" || sent[0].EntityID != 1 {
		t.Errorf("mails: %+v", sent)
	}
}

// outcome is the status that the record has now, or the code of the refusal with what blocks.
func outcome(s sheets, err error) string {
	if err == nil {
		return string(s.one.State)
	}
	f := fault.From(err)
	out := f.Code
	if blocks, ok := f.Details["blockedBy"].([]resource.Block); ok {
		out += fmt.Sprint(" ", blocks[0].Key)
	}
	return out
}
