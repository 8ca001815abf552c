package content_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/fault"
)

func TestScope_Caller_LimitsClientsAndTheirTexts(t *testing.T) {
	s := joined(t)
	var inside, outside text
	for id, row := range map[int64]*text{701: &inside, 702: &outside} {
		if err := s.Clients.Save(t.Context(), id, fmt.Sprintf("Scope %d", id)); err != nil {
			t.Fatal(err)
		}
		*row = write(t, "d_translation_client_keys", text{Client: id, Locale: "en", Key: "scope.key", Value: "v"})
	}
	at := operator{s.Gateway, requestAs(t, append(editor, csm...), 701)}
	var rows []struct{ ID int64 }
	filter := "filter[_or][0][client][_in]=701,702" // brackets inside a list are not offered
	if err := at.call(t, list("d_translation_client_keys", filter), &rows); fault.CodeOf(err) == "" {
		t.Error("a filter in an unknown form was taken")
	}
	if err := at.call(t, list("d_translation_client_keys", "filter[messageKey][_eq]=scope.key"), &rows); err != nil ||
		len(rows) != 1 || rows[0].ID != inside.ID {
		t.Errorf("texts %v %v, want only %d", rows, err, inside.ID)
	}
	if err := at.call(t, list("d_client", "filter[name][_starts_with]=Scope"), &rows); err != nil || len(rows) != 1 ||
		rows[0].ID != 701 {
		t.Errorf("clients %v %v", rows, err)
	}
	_, body, err := s.Gateway.Handle(at.who, list("d_client", "meta=*&limit=0"))
	if err != nil || !strings.Contains(string(body), `"meta":{"filter_count":1}`) {
		t.Errorf("counts of a scoped caller: %s %v", body, err)
	}
	value := `{"messageValue":"mine"}`
	keys := fmt.Sprintf(`{"keys":[%d,%d]}`, inside.ID, outside.ID)
	for name, c := range map[string]content.Call{
		"read":        {Method: "GET", Collection: "d_translation_client_keys", ID: fmt.Sprint(outside.ID)},
		"update":      patch("d_translation_client_keys", outside.ID, value),
		"delete":      {Method: "DELETE", Collection: "d_translation_client_keys", ID: fmt.Sprint(outside.ID)},
		"delete many": {Method: "DELETE", Collection: "d_translation_client_keys", Body: []byte(keys)},
		"create": post("d_translation_client_keys",
			`{"client":702,"locale":"de","messageKey":"scope.key","messageValue":"v"}`),
		"languages": patch("d_client", 702, `{"languages":["en"]}`),
	} {
		if got := fault.CodeOf(at.call(t, c, nil)); got != "NOT_FOUND" {
			t.Errorf("%s outside the scope: %q", name, got)
		}
	}
	if err := at.call(t, patch("d_translation_client_keys", inside.ID, value), nil); err != nil {
		t.Errorf("update inside the scope: %v", err)
	}
	if left := stored(t, "d_translation_client_keys", "filter[messageKey][_eq]=scope.key"); len(left) != 2 ||
		!slices.ContainsFunc(left, func(r text) bool {
			return r.Value == "v"
		}) {
		t.Errorf("something outside the scope changed: %+v", left)
	}
	checkQueryScope(t, at, inside, outside)
}

func checkQueryScope(t *testing.T, at operator, inside, outside text) {
	t.Helper()
	var rows []struct{ ID int64 }
	found := `"query":{"filter":{"messageKey":{"_eq":"scope.key"}}}`
	if err := at.call(t, content.Call{
		Method: "PATCH", Collection: "d_translation_client_keys",
		Body: []byte(`{` + found + `,"data":{"messageValue":"all"}}`),
	}, &rows); err != nil || len(rows) != 1 ||
		rows[0].ID != inside.ID {
		t.Errorf("a change by a query: %v %v", rows, err)
	}
	var groups []map[string]any
	if err := at.call(t, list("d_translation_client_keys",
		"groupBy=client&aggregate[count]=id&filter[messageKey][_eq]=scope.key"), &groups); err != nil || len(groups) != 1 ||
		groups[0]["client"] != 701.0 {
		t.Errorf("groups of a scoped caller: %v %v", groups, err)
	}
	if err := at.call(t, content.Call{
		Method: "DELETE", Collection: "d_translation_client_keys",
		Body: []byte(`{` + found + `}`),
	}, nil); err != nil {
		t.Errorf("a delete by a query: %v", err)
	}
	if left := stored(t, "d_translation_client_keys", "filter[messageKey][_eq]=scope.key"); len(left) != 1 ||
		left[0].ID != outside.ID || left[0].Value != "v" {
		t.Errorf("a query reached beyond the scope: %+v", left)
	}
}
