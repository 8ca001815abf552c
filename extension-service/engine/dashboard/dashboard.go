// Package dashboard gathers the cards of the start page ("Dashboard"): each domain gives its own from its cards.go, and
// the caller sees those it holds the permission for.
package dashboard

import (
	"cmp"
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/platform/role"
)

// Card is one number that leads somewhere. Its text is dashboard.card.<Key>.
type Card struct {
	Key   string                                     // name of the card: its text is dashboard.card.<key>
	Needs role.Permission                            // the permission of whoever sees it
	Link  string                                     // of the screen with the filter applied
	Load  func(ctx context.Context) (Content, error) // counts, or lists, what the card shows
	// Steps make the card a worklist: what can be done, on the start page, to each record of the list it leads to.
	Steps []Step
}

// Step is one thing that can be done to a record of a worklist: the action of its resource under a name, with the
// status that is asked for; without a name the record is opened. The text of one that opens is dashboard.open.<key of
// the card>.
type Step struct {
	Name   string `json:"action,omitempty"` // of the action; "" with Open
	Status string `json:"status,omitempty"` // that a status machine is asked for
	// AtOnce does it without a dialog, as long as the service does not ask for more.
	AtOnce bool `json:"atOnce,omitempty"`
	// Tab of the record that is opened; "" is the first one.
	Tab string `json:"tab,omitempty"`
}

// Open leads to the record.
var Open = Step{}

// OpenTab leads to a tab of the record, by its name in the address.
func OpenTab(tab string) Step { return Step{Tab: tab} }

// Content are what a card shows: the number, what it is made of, and where it leads if that changes from day to day.
type Content struct {
	Count int64
	Items []Item
	Link  string // replaces the card's
}

// Item is a part of a card's number. Label is a message key, or a name that is shown as it is. Status is the code of
// the status that the item counts, which gives it its colour. Of work that goes on, Percent says how far it is, which
// is shown in place of the number.
type Item struct {
	Label   string `json:"label"`
	Count   int64  `json:"count"`
	Link    string `json:"link"`
	Status  string `json:"status,omitempty"`
	Percent *int64 `json:"percent,omitempty"`
}

// Shown is a card as it is answered.
type Shown struct {
	Key   string `json:"key"`
	Count int64  `json:"count"`
	Link  string `json:"link"`
	Items []Item `json:"items,omitempty"`
	Steps []Step `json:"steps,omitempty"`
}

// Activity is one line of what has happened lately.
type Activity struct {
	At       string      `json:"at"`
	Actor    audit.Actor `json:"actor"`
	Action   string      `json:"action"`
	Entity   string      `json:"entity"`
	EntityID int64       `json:"entityId" kind:"id"`
	Title    string      `json:"title"`
	Link     string      `json:"link"`
	Records  int64       `json:"records"` // more than 1: the line stands for so many of a batch, and names none of them
}

// Answer is the whole start page.
type Answer struct {
	Cards    []Shown    `json:"cards"`
	Activity []Activity `json:"activity"`
	// IsHeld says that the product was restored and sends nothing until somebody releases it.
	IsHeld bool `json:"isHeld"`
}

// Service answers GET /api/dashboard.
type Service struct {
	Cards    []Card
	Registry *resource.Registry
	Audit    *audit.Log
	Held     func(ctx context.Context) (bool, error)
}

// Endpoints declares the call.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{{
		Name: "dashboard.get", Method: "GET", Path: "/api/dashboard", Needs: []role.Permission{role.DashboardView},
		Handle: resource.Handle(s.get),
	}}
}

type input struct {
	Mine *bool `query:"mine"` // worklists of what the caller owns alone
}

func (s *Service) get(ctx context.Context, in input) (Answer, error) {
	who, out := role.From(ctx), Answer{Cards: []Shown{}}
	for _, c := range s.Cards {
		if !who.Can(c.Needs) {
			continue
		}
		f, err := c.Load(ctx)
		if err != nil {
			return out, err
		}
		card := Shown{c.Key, f.Count, cmp.Or(f.Link, c.Link), f.Items, c.Steps}
		if in.Mine != nil && *in.Mine {
			if card, err = s.mine(ctx, card); err != nil {
				return out, err
			}
		}
		out.Cards = append(out.Cards, card)
	}
	var err error
	if out.IsHeld, err = s.Held(ctx); err != nil {
		return out, err
	}
	out.Activity, err = s.activity(ctx)
	return out, err
}

const (
	recentLines = 12
	recentRead  = 5 * recentLines // where some are about records that the caller may not read, or many are alike
)

// activity lists the latest changes of records the caller may read. Deletions of records that are gone keep their line,
// without a link.
func (s *Service) activity(ctx context.Context) (out []Activity, err error) {
	who, entities := role.From(ctx), []string{}
	for _, r := range s.Registry.All() {
		if about := r.Facts(); about.Route != "" && who.CanAny(about.Read) && who.Can(role.AuditReadOwn) {
			entities = append(entities, about.Name)
		}
	}
	for _, read := range []int{recentLines, recentRead} {
		lines, err := s.Audit.Recent(ctx, entities, read)
		if err != nil {
			return nil, err
		}
		readable, err := s.readable(ctx, lines)
		if err != nil {
			return nil, err
		}
		if out = foldAlike(readable); len(out) >= recentLines || len(lines) < read {
			break
		}
	}
	return out[:min(recentLines, len(out))], nil
}

// manyAlike is the number of lines in a row, alike but for their records, from which on one stands for them all.
const manyAlike = 3

// foldAlike lets the newest line stand for all that follow it by the same actor, about the same action on other records
// of the same entity, so that a job or a long import leaves room for what others have done.
func foldAlike(lines []Activity) []Activity {
	out := []Activity{}
	for len(lines) > 0 {
		first, n := lines[0], 1
		for n < len(lines) && isAlike(first, lines[n]) {
			n++
		}
		if n < manyAlike {
			out = append(out, lines[:n]...)
		} else {
			first.Title, first.Link = "", ""
			for _, other := range lines[1:n] {
				first.Records += other.Records
			}
			out = append(out, first)
		}
		lines = lines[n:]
	}
	return out
}

func isAlike(a, b Activity) bool {
	return a.Actor.Kind == b.Actor.Kind && a.Actor.ID == b.Actor.ID && a.Action == b.Action && a.Entity == b.Entity
}

// readable are the lines of records that the caller may read, and those that stand for a batch.
func (s *Service) readable(ctx context.Context, lines []audit.Activity) ([]Activity, error) {
	titles, err := s.titles(ctx, lines)
	out := []Activity{}
	for _, l := range lines {
		line := Activity{
			At: l.At, Actor: l.Actor, Action: l.Action, Entity: l.Entity, EntityID: l.EntityID,
			Records: l.Records,
		}
		if l.Records <= 1 {
			title, isReadable := titles[l.Entity][l.EntityID]
			if !isReadable && l.Action != "delete" {
				continue
			}
			if isReadable {
				line.Title, line.Link = title, linkTo(s.Registry.Named(l.Entity).Facts().Route, l.EntityID)
			}
		}
		out = append(out, line)
	}
	return out, err
}

// titles are those of the records that lines are about, as far as the caller may read them, by entity and id.
func (s *Service) titles(ctx context.Context, lines []audit.Activity) (map[string]map[int64]string, error) {
	ids, out := map[string][]int64{}, map[string]map[int64]string{}
	for _, l := range lines {
		if l.Records <= 1 && !slices.Contains(ids[l.Entity], l.EntityID) {
			ids[l.Entity] = append(ids[l.Entity], l.EntityID)
		}
	}
	for entity, these := range ids {
		titles, err := s.Registry.Named(entity).Labels(ctx, these)
		if err != nil {
			return nil, err
		}
		out[entity] = titles
	}
	return out, nil
}
