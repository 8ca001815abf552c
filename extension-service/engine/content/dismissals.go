package content

import (
	"context"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// dismissals are the findings that somebody has set aside. One holds while the text and its source are what they were
// then.
type dismissals struct {
	db  *store.DB
	now func() time.Time
}

// DismissedFinding is a finding about a text that somebody has set aside, and why.
type DismissedFinding struct {
	Client  int64     `json:"client"`
	Locale  string    `json:"locale"`
	Key     string    `json:"messageKey"`
	Finding Finding   `json:"finding"`
	Value   string    `json:"messageValue"` // the text that it is about
	Source  string    `json:"source"`       // what that was made from
	Reason  string    `json:"reason"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// DismissedQuery says of which set the findings are listed that were set aside.
type DismissedQuery struct {
	resource.Window

	Client int64  `query:"client" json:"client" check:"minvalue=0"` // 0: the texts of the product
	Locale string `query:"locale" json:"locale" check:"max=35"`
	Key    string `query:"messageKey" json:"messageKey" check:"max=150"`
}

// Dismissal sets a finding about a text aside, or takes that back.
type Dismissal struct {
	Client   int64   `json:"client"       check:"minvalue=0"`
	Locale   string  `json:"locale"       check:"required,max=35"`
	Key      string  `json:"messageKey"   check:"required,max=150"`
	Finding  Finding `json:"finding"      check:"required"`
	Value    string  `json:"messageValue" kind:"longtext" check:"max=10000"` // the text that was looked at
	Reason   string  `json:"reason"       check:"max=500"`
	TakeBack bool    `json:"takeBack"`
}

// ListDismissed lists the dismissed findings of a set, also those that apply no longer because a text has changed. A
// call without a page is answered with all. NOT_FOUND for a client that the caller does not see.
func (s *Service) ListDismissed(ctx context.Context, in DismissedQuery) (
	out resource.List[DismissedFinding], err error,
) {
	if !canSeeClient(role.From(ctx), in.Client) {
		return out, fault.New(fault.NotFound, "NOT_FOUND", "no such client")
	}
	found, err := s.Gateway.dismissed.list(ctx, in.Client)
	found = slices.DeleteFunc(found, func(a DismissedFinding) bool {
		return in.Locale != "" && !sameLocale(a.Locale, in.Locale) || in.Key != "" && a.Key != in.Key
	})
	offset, limit := in.PageOf(len(found))
	out.TotalResults = int64(len(found))
	from := min(offset, out.TotalResults)
	out.Results = append([]DismissedFinding{}, found[from:min(from+limit, out.TotalResults)]...)
	return out, err
}

// canSeeClient says whether somebody may know of the texts of a client.
func canSeeClient(who *role.Caller, client int64) bool {
	return client == 0 || who.Kind == role.System || who.Scope.Covers(client, 0)
}

// Dismiss sets a finding aside until the text or its source changes, or takes that back. NOT_FOUND for a text that is
// not there, STALE_VERSION when it is another one than was looked at, VALIDATION without a reason, or when nothing of
// the kind is found.
func (s *Service) Dismiss(ctx context.Context, in Dismissal) (out DismissedFinding, err error) {
	g := s.Gateway
	now, origin, err := g.currentText(ctx, in)
	if err != nil {
		return out, err
	}
	action := "takeBack"
	if !in.TakeBack {
		action = "setAside"
		if err := in.checkFinding(now, origin); err != nil {
			return out, err
		}
	}
	out = DismissedFinding{
		Client: now.Client, Locale: now.Locale, Key: now.Key, Finding: in.Finding, Value: now.Value, Source: origin,
		Reason: strings.TrimSpace(in.Reason),
		By:     role.From(ctx).Name, At: g.dismissed.now().UTC().Truncate(time.Millisecond),
	}
	err = g.dismissed.db.Write(ctx, func(ctx context.Context) error {
		before, err := g.dismissed.replace(ctx, out, in.TakeBack)
		if err != nil || in.TakeBack && before == nil {
			return err
		}
		e := entry(action, now, nil)
		e.Before, e.After, e.Key = before, out.facts(in.TakeBack), "" // the text itself stays: this is not of its history
		return g.record(ctx, []Entry{e})
	})
	if err != nil {
		return out, err
	}
	return out, g.correctState(ctx, now, origin)
}

// correctState sets the state of one text by what it says and what is set aside about it.
func (g *Gateway) correctState(ctx context.Context, r row, origin string) error {
	dismissed, err := g.dismissed.ofRows(ctx, []row{r})
	if err != nil {
		return err
	}
	known := origins{}
	if origin != "" {
		known = originsOf([]row{{Locale: source, Key: r.Key, Value: origin}})
	}
	if state := known.stateFor(r, dismissed); state != r.State {
		g.up.editing.RLock()
		defer g.up.editing.RUnlock()
		return apply(role.AsSystem(ctx, "texts"), g.up, map[string][]change{collectionOf(r): {{"id": r.ID, "state": state}}})
	}
	return nil
}

// checkFinding checks that the finding is one about the text as it is.
func (in Dismissal) checkFinding(now row, origin string) error {
	if now.Value != in.Value {
		return outdated(now, in.Value)
	}
	bad := fault.Validation()
	if strings.TrimSpace(in.Reason) == "" {
		bad.Field("reason", "validation.required", nil)
	}
	if found := FindingsOf(now.Locale, now.Value, origin); !slices.Contains(found, in.Finding) {
		bad.Field("finding", "validation.oneOf", map[string]any{"values": strings.Join(enum.Strings(found), ", ")})
	}
	return bad.OrNil()
}

// currentText is a text as it is now, and the one it is made from.
func (g *Gateway) currentText(ctx context.Context, in Dismissal) (row, string, error) {
	gone := fault.New(fault.NotFound, "NOT_FOUND", "no such text")
	if !canSeeClient(role.From(ctx), in.Client) {
		return row{}, "", gone
	}
	rows, err := g.up.siblings(ctx, []string{in.Key}, map[string]any{"_nnull": true})
	if err != nil {
		return row{}, "", err
	}
	at := slices.IndexFunc(rows, func(r row) bool {
		return r.Client == in.Client && r.Locale == in.Locale && r.Value != ""
	})
	if at < 0 {
		return row{}, "", gone
	}
	origin, _ := originsOf(rows).originText(rows[at])
	return rows[at], origin, nil
}

// facts are what the audit log keeps of it; nothing once it is taken back.
func (a DismissedFinding) facts(isGone bool) map[string]any {
	if isGone {
		return nil
	}
	return map[string]any{"locale": a.Locale, "messageKey": a.Key, "finding": string(a.Finding), "reason": a.Reason}
}

// replace puts what is set aside in the place of what was, and answers the facts of that; without says that nothing
// comes.
func (s *dismissals) replace(ctx context.Context, a DismissedFinding, without bool) (before map[string]any, err error) {
	was := a
	where, args := ` WHERE client_id = $1 AND locale = $2 AND message_key = $3 AND finding = $4`,
		[]any{a.Client, a.Locale, a.Key, string(a.Finding)}
	known, err := s.db.Row(ctx, []any{&was.Reason}, `SELECT reason FROM findings_set_aside`+where, args...)
	if err != nil {
		return nil, err
	}
	if known {
		before = was.facts(false)
		if _, err := s.db.Exec(ctx, `DELETE FROM findings_set_aside`+where, args...); err != nil {
			return nil, err
		}
	}
	if without {
		return before, nil
	}
	_, err = s.db.Exec(ctx, `
		INSERT INTO findings_set_aside (client_id, locale, message_key, finding, text_value, source_value, reason, actor_name, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		a.Client, a.Locale, a.Key, string(a.Finding), a.Value, a.Source, a.Reason, a.By, a.At.UnixMilli())
	return before, err
}

// list lists what was set aside in a set, newest first. A service without a database knows of none.
func (s *dismissals) list(ctx context.Context, client int64) (out []DismissedFinding, err error) {
	if s.db == nil {
		return nil, nil
	}
	a := DismissedFinding{Client: client}
	var finding string
	var at int64
	err = s.db.Each(ctx, []any{&a.Locale, &a.Key, &finding, &a.Value, &a.Source, &a.Reason, &a.By, &at}, func() error {
		a.Finding, a.At = Finding(finding), time.UnixMilli(at).UTC()
		out = append(out, a)
		return nil
	}, `
		SELECT locale, message_key, finding, text_value, source_value, reason, actor_name, at
		  FROM findings_set_aside
		 WHERE client_id = $1
		 ORDER BY at DESC, locale, message_key, finding`, client)
	return out, err
}
