package content_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

var (
	csm    = []role.Role{role.CSM}
	editor = []role.Role{role.ContentEditor}
)

// operator is somebody at work with the gateway.
type operator struct {
	gateway *content.Gateway
	who     context.Context
}

// call makes a call and decodes data into out, unless that is nil.
func (d operator) call(t *testing.T, c content.Call, out any) error {
	t.Helper()
	_, body, err := d.gateway.Handle(d.who, c)
	if err != nil || out == nil {
		return err
	}
	answer := struct{ Data any }{out}
	if err := json.Unmarshal(body, &answer); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return nil
}

func post(collection string, body string) content.Call {
	return content.Call{Method: http.MethodPost, Collection: collection, Body: []byte(body)}
}

func patch(collection string, id int64, body string) content.Call {
	return content.Call{Method: http.MethodPatch, Collection: collection, ID: fmt.Sprint(id), Body: []byte(body)}
}

func list(collection, query string) content.Call {
	values, err := url.ParseQuery(query)
	if err != nil {
		panic(err)
	}
	return content.Call{Method: http.MethodGet, Collection: collection, Query: values}
}

func TestGateway_ForbiddenOrInvalidCall_IsRefused(t *testing.T) {
	s := joined(t)
	search := func(query string) content.Call {
		return content.Call{Method: "SEARCH", Collection: "d_translation_keys", Body: []byte(`{"query":` + query + `}`)}
	}
	for name, tc := range map[string]struct {
		call  content.Call
		roles []role.Role
		want  string
	}{
		"a system collection":     {list("directus_users", ""), editor, "NOT_FOUND"},
		"the junction":            {list("d_client_languages", ""), editor, "NOT_FOUND"},
		"a path for a collection": {list("d_client/../users", ""), editor, "NOT_FOUND"},
		"a path for an id": {
			content.Call{Method: "GET", Collection: "d_client", ID: "../../users"},
			editor,
			"NOT_FOUND",
		},
		"an id that is none": {content.Call{Method: "GET", Collection: "d_client", ID: "0"}, editor, "NOT_FOUND"},
		"an id out of range": {
			content.Call{Method: "GET", Collection: "d_client", ID: "9999999999999999"},
			editor, "NOT_FOUND",
		},
		"an id nobody has": {
			content.Call{Method: "GET", Collection: "d_client", ID: "999999"},
			editor,
			"NOT_FOUND",
		},
		"nobody":                         {list("d_language", ""), nil, "FORBIDDEN"},
		"a write without the permission": {post("d_translation_keys", `{}`), csm, "FORBIDDEN"},
		"a verb of its own":              {content.Call{Method: "PUT", Collection: "d_client"}, editor, "METHOD_NOT_ALLOWED"},
		"a language by hand":             {post("d_language", `{}`), editor, "METHOD_NOT_ALLOWED"},
		"a client by hand":               {post("d_client", `{}`), editor, "METHOD_NOT_ALLOWED"},
		"deleting a client": {
			content.Call{Method: "DELETE", Collection: "d_client", ID: "1"},
			editor,
			"METHOD_NOT_ALLOWED",
		},
		"renaming a client": {patch("d_client", 1, `{"name":"x"}`), editor, "UNKNOWN_FIELD"},
		"many clients at once": {content.Call{
			Method: "PATCH", Collection: "d_client",
			Body: []byte(`{"languages":["en"]}`),
		}, editor, "METHOD_NOT_ALLOWED"},
		"fields of everything":   {list("d_client", "fields=*.*"), editor, "UNKNOWN_FIELD"},
		"fields over the client": {list("d_translation_client_keys", "fields=client.name"), editor, "UNKNOWN_FIELD"},
		"fields behind the hop":  {list("d_client", "fields=languages.client.name"), editor, "UNKNOWN_FIELD"},
		"fields in brackets": {
			list("d_client", "fields[]=id&fields[]=user_created.email"), editor,
			"UNKNOWN_FIELD",
		},
		"a function as a field": {list("d_client", "fields=count(languages)"), editor, "UNKNOWN_FIELD"},
		"a filter over a relation": {
			list("d_translation_client_keys", "filter[client][name][_eq]=x"), editor,
			"UNKNOWN_FIELD",
		},
		"a filter behind the hop": {list("d_client", "filter[languages][iso][name][_eq]=x"), editor, "UNKNOWN_FIELD"},
		"a filter inside _and": {
			search(`{"filter":{"_and":[{"_or":[{"client":{"name":{"_eq":"x"}}}]}]}}`), editor,
			"UNKNOWN_FIELD",
		},
		"a filter by our account": {search(`{"filter":{"updatedBy":{"_eq":"$CURRENT_USER"}}}`), editor, "VALIDATION"},
		"a filter without a form": {list("d_client", "filter=x"), editor, "VALIDATION"},
		"an operator of its own":  {search(`{"filter":{"locale":{"_regex":".*"}}}`), editor, "UNKNOWN_FIELD"},
		"a deep query elsewhere": {
			list("d_translation_client_keys", `deep={"client":{"_limit":1}}`), editor,
			"UNKNOWN_FIELD",
		},
		"a deep filter elsewhere": {
			list("d_client", `deep={"languages":{"_filter":{"client":{"name":{"_eq":"x"}}}}}`),
			editor, "UNKNOWN_FIELD",
		},
		"an alias":                     {list("d_client", `alias={"x":"user_created"}`), editor, "UNKNOWN_FIELD"},
		"a sort elsewhere":             {list("d_client", "sort=languages.iso"), editor, "UNKNOWN_FIELD"},
		"an aggregate of its own":      {list("d_client", "aggregate[max]=id"), editor, "UNKNOWN_FIELD"},
		"a parameter nobody knows":     {list("d_client", "export=csv"), editor, "UNKNOWN_FIELD"},
		"a broken parameter":           {list("d_client", "filter]name[=x"), editor, "UNKNOWN_FIELD"},
		"a huge page":                  {list("d_client", "limit=5000"), editor, "VALIDATION"},
		"less than all of it":          {list("d_client", "limit=-2"), editor, "VALIDATION"},
		"an alias of a function":       {list("d_language", `alias={"x":"count(iso)"}`), editor, "UNKNOWN_FIELD"},
		"an alias with a path":         {list("d_client", `alias={"x.y":"name"}`), editor, "VALIDATION"},
		"an alias in place of a field": {list("d_client", `alias={"id":"name"}`), editor, "VALIDATION"},
		"an alias without a form":      {list("d_client", `alias=name`), editor, "VALIDATION"},
		"fields behind an alias": {
			list("d_client", `alias={"x":"languages"}&fields=x.client.name`), editor,
			"UNKNOWN_FIELD",
		},
		"a filter by an alias": {list("d_client", `alias={"x":"name"}&filter[x][_eq]=y`), editor, "UNKNOWN_FIELD"},
		"groups of a relation": {list("d_client", "groupBy=languages"), editor, "UNKNOWN_FIELD"},
		"groups by a function": {list("d_translation_keys", "groupBy=year(dateUpdated)"), editor, "UNKNOWN_FIELD"},
		"groups in another order": {
			list("d_translation_keys", "groupBy=locale&sort=messageKey"), editor,
			"UNKNOWN_FIELD",
		},
		"page zero":                {list("d_client", "page=0"), editor, "VALIDATION"},
		"a NUL byte":               {list("d_translation_keys", "search=%00"), editor, "VALIDATION"},
		"broken JSON":              {post("d_translation_keys", `{"locale":`), editor, "BAD_REQUEST"},
		"a body that is not UTF-8": {post("d_translation_keys", "{\"locale\":\"\xff\"}"), editor, "BAD_REQUEST"},
		"a number for an object":   {post("d_translation_keys", `7`), editor, "BAD_REQUEST"},
		"null":                     {post("d_translation_keys", `null`), editor, "BAD_REQUEST"},
		"an empty list":            {post("d_translation_keys", `[]`), editor, "VALIDATION"},
		"a wrong type":             {post("d_translation_keys", `{"locale":5}`), editor, "VALIDATION"},
		"a field nobody knows": {post("d_translation_keys",
			`{"locale":"en","messageKey":"a","messageValue":"b","actions":1}`), editor, "UNKNOWN_FIELD"},
		"a huge body": {post("d_translation_keys", strings.Repeat(" ", 2<<20)), editor, "TOO_LARGE"},
		"a delete of nothing": {content.Call{
			Method: "DELETE", Collection: "d_translation_keys",
			Body: []byte(`{"keys":[]}`),
		}, editor, "VALIDATION"},
		"a delete by a query": {content.Call{
			Method: "DELETE", Collection: "d_translation_keys",
			Body: []byte(`{"query":{}}`),
		}, editor, "VALIDATION"},
		"a delete by everything": {content.Call{
			Method: "DELETE", Collection: "d_translation_keys",
			Body: []byte(`{"query":{"limit":-1}}`),
		}, editor, "VALIDATION"},
		"a delete by another's field": {content.Call{
			Method: "DELETE", Collection: "d_translation_keys",
			Body: []byte(`{"query":{"filter":{"user_created":{"_eq":1}}}}`),
		}, editor, "UNKNOWN_FIELD"},
		"a delete by keys and a query": {content.Call{
			Method: "DELETE", Collection: "d_translation_keys",
			Body: []byte(`{"keys":[1],"query":{"filter":{"id":{"_eq":1}}}}`),
		}, editor, "BAD_REQUEST"},
		"a delete by fields": {content.Call{
			Method: "DELETE", Collection: "d_translation_keys",
			Body: []byte(`{"query":{"fields":["id"]}}`),
		}, editor, "UNKNOWN_FIELD"},
		"a change of everything": {content.Call{
			Method: "PATCH", Collection: "d_translation_keys",
			Body: []byte(`{"query":{"sort":["id"]},"data":{"description":"x"}}`),
		}, editor, "VALIDATION"},
		"a change by nothing": {content.Call{
			Method: "PATCH", Collection: "d_translation_keys",
			Body: []byte(`{"query":{},"data":{"description":"x"}}`),
		}, editor, "VALIDATION"},
		"a change by a query of a CSM": {content.Call{
			Method: "PATCH", Collection: "d_translation_keys",
			Body: []byte(`{"query":{"limit":1},"data":{}}`),
		}, csm, "FORBIDDEN"},
		"clients by a query": {content.Call{
			Method: "PATCH", Collection: "d_client",
			Body: []byte(`{"query":{"limit":1},"data":{"languages":["en"]}}`),
		}, editor, "METHOD_NOT_ALLOWED"},
		"an answer with other fields": {content.Call{
			Method: "PATCH", Collection: "d_translation_keys", ID: "1",
			Body: []byte(`{}`), Query: url.Values{"fields": {"user_created"}},
		}, editor, "UNKNOWN_FIELD"},
		"a write with a filter beside": {content.Call{
			Method: "PATCH", Collection: "d_translation_keys", ID: "1",
			Body: []byte(`{}`), Query: url.Values{"filter[id][_eq]": {"1"}},
		}, editor, "UNKNOWN_FIELD"},
		"a search beside its query": {content.Call{
			Method: "SEARCH", Collection: "d_language",
			Body: []byte(`{"query":{},"limit":1}`),
		}, editor, "UNKNOWN_FIELD"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := fault.CodeOf(operator{s.Gateway, requestAs(t, tc.roles)}.call(t, tc.call, nil)); got != tc.want {
				t.Errorf("code %q, want %q", got, tc.want)
			}
		})
	}
}

func TestGateway_InvalidCall_NamesTheMistake(t *testing.T) {
	s := joined(t)
	many := "[" + strings.Repeat(`{"locale":"en"},`, 200) + "{}]"
	deep := content.Call{
		Method: "SEARCH", Collection: "d_language",
		Body: []byte(`{"query":{"filter":{"sort":{"_in":[` + strings.Repeat("1,", 2000) + `1]}}}}`),
	}
	for name, tc := range map[string]struct {
		call                 content.Call
		field, message, text string
	}{
		"no text at all": {post("d_translation_keys", `[]`), "data", "validation.required", ""},
		"too many texts": {post("d_translation_keys", many), "data", "validation.maxItems", "max:200"},
		"no keys": {
			content.Call{Method: "DELETE", Collection: "d_translation_keys", Body: []byte(`[]`)},
			"keys",
			"validation.required", "",
		},
		"a client in words":    {post("d_translation_client_keys", `{"client":"Acme"}`), "client", "validation.integer", ""},
		"a length in words":    {post("d_translation_keys", `{"maxLength":"long"}`), "maxLength", "validation.integer", ""},
		"a text in numbers":    {post("d_translation_keys", `{"messageKey":5}`), "messageKey", "validation.text", ""},
		"a filter of too much": {deep, "filter.sort", "validation.maxItems", "max:"},
	} {
		t.Run(name, func(t *testing.T) {
			err := fault.From(operator{s.Gateway, requestAs(t, editor)}.call(t, tc.call, nil))
			if !slices.Contains(err.Fields[tc.field], tc.message) ||
				!strings.Contains(fmt.Sprint(err.Params[tc.field]), tc.text) {
				t.Errorf("%s %v %v", err.Code, err.Fields, err.Params)
			}
		})
	}
}

func TestGateway_QueriesOfTheSDK_AreAnswered(t *testing.T) {
	s := joined(t)
	if err := s.Clients.Save(t.Context(), 601, "Reader", "de", "en"); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"read.a", "read.b", "read.c"} {
		write(t, "d_translation_keys", text{Locale: "en", Key: key, Value: "value of " + key})
	}
	filter := `{"messageKey":{"_starts_with":"read."}}`
	for name, tc := range map[string]struct {
		call content.Call
		want string
	}{
		"accepted locales": {
			list("d_client", "filter[name][_eq]=Reader&fields=id,name,languages.iso"),
			`{"data":[{"id":601,"name":"Reader","languages":[{"iso":"de"},{"iso":"en"}]}]}`,
		},
		"a filter as JSON": {
			list("d_translation_keys",
				"fields=messageKey&sort=-messageKey&limit=2&filter="+url.QueryEscape(filter)),
			`{"data":[{"messageKey":"read.c"},{"messageKey":"read.b"}]}`,
		},
		"a page with counts": {
			list("d_translation_keys",
				"fields[]=messageKey&page=2&limit=2&meta=filter_count&filter="+url.QueryEscape(filter)),
			`{"meta":{"filter_count":3},"data":[{"messageKey":"read.c"}]}`,
		},
		"a search with body": {
			content.Call{
				Method: "SEARCH", Collection: "d_translation_keys",
				Body: []byte(`{"query":{"filter":` + filter +
					`,"offset":1,"limit":1,"sort":["messageKey"],"fields":["messageKey"]}}`),
			},
			`{"data":[{"messageKey":"read.b"}]}`,
		},
		"a count": {
			list("d_translation_keys", "aggregate[count]=*&filter="+url.QueryEscape(filter)),
			`{"data":[{"count":3}]}`,
		},
		"one client": {content.Call{
			Method: "GET", Collection: "d_client", ID: "601",
			Query: url.Values{"fields": {"name"}},
		}, `{"data":{"name":"Reader"}}`},
		"one language": {content.Call{
			Method: "GET", Collection: "d_language", ID: "de",
			Query: url.Values{"fields": {"iso,name"}, "access_token": {"stolen"}},
		}, `{"data":{"iso":"de","name":"Deutsch"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			status, body, err := s.Gateway.Handle(requestAs(t, csm), tc.call)
			if err != nil || status != http.StatusOK || string(body) != tc.want {
				t.Errorf("status %d: %s, want %s; %v", status, body, tc.want, err)
			}
		})
	}
}

type journal struct{ entries []content.Entry }

func (j *journal) Record(_ context.Context, entries []content.Entry) error {
	j.entries = append(j.entries, entries...)
	return nil
}

func TestDelete_OfATextOrKey_IsRecordedWithWhatItRemoves(t *testing.T) {
	cfg := config(t)
	log := &journal{}
	cfg.Journal = log
	s := running(t, cfg)
	awaitJoin(t, s)
	row := write(t, "d_translation_keys", text{Locale: "en", Key: "delete.key", Value: "gone"})
	status, body, err := s.Gateway.Handle(requestAs(t, editor),
		content.Call{Method: "DELETE", Collection: "d_translation_keys", ID: fmt.Sprint(row.ID)})
	if err != nil || status != http.StatusNoContent || body != nil {
		t.Fatalf("status %d %s %v", status, body, err)
	}
	if len(log.entries) != 1 || log.entries[0].Action != "delete" || log.entries[0].Before["messageValue"] != "gone" {
		t.Errorf("the journal has %+v", log.entries)
	}
	if left := stored(t, "d_translation_keys", "filter[messageKey][_eq]=delete.key"); len(left) != 0 {
		t.Errorf("left: %+v", left)
	}
}

func TestLanguages_OfAClient_RetainTheirOrder(t *testing.T) {
	s := joined(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	if err := s.Clients.Save(t.Context(), 1001, "Polyglot"); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ body, want string }{
		{`{"languages":["en","de"]}`, `[{"iso":"en"},{"iso":"de"}]`},
		{`{"languages":[{"iso":"fr"},{"iso":"de"},{"iso":"en"},{"iso":"de"}]}`, `[{"iso":"fr"},{"iso":"de"},{"iso":"en"}]`},
		{`{"languages":["de"]}`, `[{"iso":"de"}]`},
	} {
		_, body, err := s.Gateway.Handle(at.who, patch("d_client", 1001, step.body))
		if want := `{"data":{"id":1001,"name":"Polyglot","languages":` + step.want + `}}`; err != nil ||
			string(body) != want {
			t.Errorf("%s: %s %v", step.body, body, err)
		}
	}
	for name, body := range map[string]string{
		"none": `{"languages":[]}`, "unknown": `{"languages":["sv"]}`, "no list": `{"languages":"en"}`,
		"junk": `{"languages":[{"iso":{"name":"x"}}]}`,
	} {
		if got := fault.CodeOf(at.call(t, patch("d_client", 1001, body), nil)); got != "VALIDATION" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := fault.CodeOf(operator{s.Gateway, requestAs(t, csm)}.call(t, patch("d_client", 1001, `{"languages":["en"]}`),
		nil)); got != "FORBIDDEN" {
		t.Errorf("a CSM: %q", got)
	}
}

// dated is a text with its version.
type dated struct {
	ID      int64  `json:"id"`
	Value   string `json:"messageValue"`
	Updated string `json:"dateUpdated"`
}
