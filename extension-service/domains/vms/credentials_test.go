package vms_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/httpclient"
)

// change is one save of a connection; its secret, if any, is entered for what the connection is after it.
type change struct {
	fields  map[string]any
	restore bool // the first version from the history instead
}

// changes are those that every order is made of: each field alone, and those that an attacker would join.
func changes() []change {
	out := []change{{restore: true}}
	for _, fields := range []map[string]any{
		{"baseUrl": "https://a.example"},
		{"baseUrl": "https://b.example"},
		{"baseUrl": "https://b.example", "secret": "for b"},
		{"auth": "NONE"},
		{"auth": "BEARER"},
		{"auth": "HEADER", "authName": "X-Key"},
		{"auth": "BASIC", "authName": "user"},
		{"auth": "BEARER", "secret": "new"},
		{"authName": "X-Other"},
		{"baseUrl": "https://b.example", "auth": "NONE"},
		{"ratePerMinute": 5000},
		{"active": false},
		{"active": true},
	} {
		out = append(out, change{fields: fields})
	}
	return out
}

// walker saves one connection again and again, and knows for what its secret was entered.
type walker struct {
	*fixture
	id    float64
	first any    // the entry of its creation
	owner string // of the secret: address and way
	sent  []httpclient.Call
}

func (k *walker) row() map[string]any {
	return k.done(fmt.Sprint("GET /api/vms/connection/", k.id), nil)
}

func wayOf(row map[string]any) string {
	return fmt.Sprint(row["baseUrl"], row["auth"], row["authName"])
}

func (k *walker) save(c change) {
	k.t.Helper()
	row := k.row()
	line, body := fmt.Sprint("PUT /api/vms/connection/", k.id), maps.Clone(c.fields)
	if c.restore {
		line, body = fmt.Sprint("POST /api/history/vmsConnection/", k.id, "/restore"), map[string]any{"entryId": k.first}
	} else {
		body["version"] = row["version"]
	}
	if a := k.call(line, body); a.Err != nil && a.Err.Code != "VALIDATION" {
		k.t.Fatalf("%s %v: %v", line, body, a.Err)
	} else if a.Err == nil && c.fields["secret"] != nil {
		k.owner = wayOf(k.row())
	}
}

// leaks makes a call to the VMS and says whether the secret went elsewhere than where it was entered for.
func (k *walker) leaks() bool {
	k.t.Helper()
	row := k.row()
	k.sent = nil
	k.call(fmt.Sprint("POST /api/vms/connection/", k.id, "/cursor"), map[string]any{"dryRun": true})
	for _, c := range k.sent {
		if c.Header["Authorization"]+c.Header["X-Key"]+c.Header["X-Other"] != "" && wayOf(row) != k.owner {
			return true
		}
	}
	return row["hasSecret"] == true && wayOf(row) != k.owner
}

// A secret is never sent to an address, or in a way, that it was not entered for, in whichever order a connection is
// saved.
func TestConnectionSecret_AnyOrderOfSaves_IsSentOnlyWhereItWasEnteredFor(t *testing.T) {
	t.Parallel()
	random := stress.Rand(t)
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		w.done("POST /api/client", map[string]any{
			"name": "Helvia", "code": "HELVIA", "currency": "EUR",
			"timeZone": "Europe/Zurich", "isClassicLoginEnabled": true,
		})
		k := &walker{fixture: w}
		w.answer = func(c httpclient.Call) httpclient.Answer {
			k.sent = append(k.sent, c)
			return httpclient.Answer{Status: 200, Body: []byte(`{"messages":[]}`)}
		}
		all := changes()
		pairs := len(all) * len(all)
		for n := range pairs + stress.Size(60, pairs*len(all)) {
			// every order of two, then some of three
			order := []change{all[n%len(all)], all[n/len(all)%len(all)], {restore: true}}
			if n >= pairs {
				order = []change{all[random.IntN(len(all))], all[random.IntN(len(all))], all[random.IntN(len(all))]}
			}
			k.addConnection(n)
			for at, c := range order {
				if k.save(c); k.leaks() {
					t.Fatalf("after %v the secret for %s is there for %s", order[:at+1], k.owner, wayOf(k.row()))
				}
			}
		}
	})
}

// addConnection makes another connection with a secret.
func (k *walker) addConnection(n int) {
	k.t.Helper()
	made := k.done("POST /api/vms/connection", map[string]any{
		"name": fmt.Sprint("VMS ", n), "clientId": 1, "baseUrl": "https://a.example", "auth": "BEARER", "secret": "for a",
		"ratePerMinute": 6000, "capabilities": []string{"JOB_PULL"},
	})
	k.id, k.owner = made["id"].(float64), wayOf(made)
	k.first = k.done(fmt.Sprint("GET /api/history/vmsConnection/", k.id), nil)["results"].([]any)[0].(map[string]any)["id"]
}

// What HTTP does not carry, and what others could guess, is refused when it is saved, at its field.
func TestConnection_CredentialsThatCannotBeUsed_AreRefusedAtTheirFields(t *testing.T) {
	t.Parallel()
	whsec := func(n int) string {
		return "whsec_" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("k", n)))
	}
	each(t, func(w *fixture) {
		w.connected()
		for name, one := range map[string]struct {
			fields map[string]any
			field  string // "": it is taken
		}{
			"header with a blank":   {map[string]any{"auth": "HEADER", "authName": "X Key", "secret": "s"}, "authName"},
			"header with a colon":   {map[string]any{"auth": "HEADER", "authName": "X-Key:", "secret": "s"}, "authName"},
			"header with an umlaut": {map[string]any{"auth": "HEADER", "authName": "X-Schlüssel", "secret": "s"}, "authName"},
			"header with a line end": {
				map[string]any{"auth": "HEADER", "authName": "X-Key\nX-Other", "secret": "s"},
				"authName",
			},
			"header of the call": {
				map[string]any{"auth": "HEADER", "authName": "content-Length", "secret": "s"},
				"authName",
			},
			"header of its host":      {map[string]any{"auth": "HEADER", "authName": "Host", "secret": "s"}, "authName"},
			"header with odd tokens":  {map[string]any{"auth": "HEADER", "authName": "X_Key.1~", "secret": "s"}, ""},
			"user with a colon":       {map[string]any{"auth": "BASIC", "authName": "a:b", "secret": "s"}, "authName"},
			"secret with a line end":  {map[string]any{"auth": "BEARER", "secret": "a\nb"}, "secret"},
			"secret with a tab":       {map[string]any{"auth": "BEARER", "secret": "a\tb"}, "secret"},
			"secret with an umlaut":   {map[string]any{"auth": "BEARER", "secret": "schlüssel"}, "secret"},
			"password with an umlaut": {map[string]any{"auth": "BASIC", "authName": "user", "secret": "schlüssel"}, ""},
			"password with a line":    {map[string]any{"auth": "BASIC", "authName": "user", "secret": "a\nb"}, "secret"},
			"23 bytes":                {map[string]any{"inboundSecret": strings.Repeat("k", 23)}, "inboundSecret"},
			"24 bytes":                {map[string]any{"inboundSecret": strings.Repeat("k", 24)}, ""},
			"12 letters of 2 bytes":   {map[string]any{"inboundSecret": strings.Repeat("ü", 12)}, ""},
			"23 bytes decoded":        {map[string]any{"inboundSecret": whsec(23)}, "inboundSecret"},
			"24 bytes decoded":        {map[string]any{"inboundSecret": whsec(24)}, ""},
			"no base64":               {map[string]any{"inboundSecret": "whsec_" + strings.Repeat("!", 32)}, "inboundSecret"},
			"blanks alone":            {map[string]any{"inboundSecret": strings.Repeat(" ", 24)}, "inboundSecret"},
			"wide blanks alone":       {map[string]any{"inboundSecret": strings.Repeat("\u3000", 24)}, "inboundSecret"},
			"inbound with a line end": {map[string]any{"inboundSecret": strings.Repeat("k", 24) + "\nk"}, "inboundSecret"},
		} {
			body := map[string]any{"name": name, "clientId": 1, "baseUrl": "https://vms.example", "auth": "NONE"}
			maps.Copy(body, one.fields)
			a := w.call("POST /api/vms/connection", body)
			if one.field == "" && a.Err != nil || one.field != "" && (a.Err == nil || a.Err.Fields[one.field] == nil) {
				w.t.Errorf("%s: %v %v, want it refused at %q", name, a.Err, a.Body, one.field)
			}
		}
	})
}

// A secret that is long enough as a password may be too short as the key of signatures.
func TestConnection_InboundMethodChanged_ValidatesTheStoredSecret(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		short := "whsec_" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("k", 16)))
		w.done("PUT /api/vms/connection/1", map[string]any{"inbound": "BASIC", "inboundSecret": short, "version": 1})
		w.refused("PUT /api/vms/connection/1", map[string]any{"inbound": "SIGNATURE", "version": 2}, "VALIDATION")
		w.done("PUT /api/vms/connection/1", map[string]any{
			"inbound": "SIGNATURE", "inboundSecret": strings.Repeat("k", 24),
			"version": 2,
		})
	})
}
