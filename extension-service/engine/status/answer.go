package status

import (
	"context"
	"runtime"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Answer is the status of the whole service.
type Answer struct {
	At       string   `json:"at"`
	From     string   `json:"from"` // since when the past is told
	State    State    `json:"state"`
	Go       string   `json:"go"`
	Copies   []Copy   `json:"copies"` // that run, or ran within the last day; the one that answers first
	Queues   []Queue  `json:"queues"`
	Disk     *Disk    `json:"disk"`
	BackupAt *string  `json:"backupAt"` // null before the first
	Unknown  []string `json:"unknown"`  // of queues, disk and backup: what could not be found out
}

// Copy is one process of the service.
type Copy struct {
	ID        string  `json:"id"`
	Host      string  `json:"host"`
	Version   string  `json:"version"`
	StartedAt string  `json:"startedAt"`
	SeenAt    string  `json:"seenAt"`
	Runs      bool    `json:"runs"`
	Answers   bool    `json:"answers"` // it has given this answer
	Parts     []Known `json:"parts"`
}

// Known is one part of a copy, with what it was before.
type Known struct {
	Name   string `json:"name"`
	State  State  `json:"state"`
	Detail string `json:"detail"` // why it does not work, in the words of whatever failed
	// DATABASE_DAMAGED or DATABASE_GONE where a file is damaged or was taken away; empty of all else, and of other copies
	Code string `json:"code"`
	Past []Span `json:"past"` // of the last day, the oldest first; the last one lasts
}

// Span is a time in which a part stood as it did.
type Span struct {
	State  State   `json:"state"`
	Detail string  `json:"detail"`
	From   string  `json:"from"`
	Until  *string `json:"until"` // null: still
}

// Queue is work or news that waits.
type Queue struct {
	Name     string  `json:"name"`
	Waiting  int64   `json:"waiting"`
	OldestAt *string `json:"oldestAt"`
}

// Disk is the room where the data lie, in bytes.
type Disk struct {
	Free int64 `json:"free"`
	Size int64 `json:"size"`
}

// Endpoints is the call of the screen.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{{
		Name: "status", Method: "GET", Path: "/api/status",
		Needs: []role.Permission{role.CronRead}, Handle: resource.Handle(s.Now),
	}}
}

// Now answers for the whole service, as well as the database lets it.
func (s *Service) Now(ctx context.Context, _ resource.None) (Answer, error) {
	now := s.Clock()
	out := Answer{
		At: date.InstantText(now), From: date.InstantText(now.Add(-shownFor)), State: OK,
		Go: runtime.Version(), Queues: []Queue{}, Unknown: []string{},
	}
	out.Copies = s.copies(ctx, now)
	for _, c := range out.Copies {
		for _, p := range c.Parts {
			if p.State == Down || p.State == Degraded && out.State == OK {
				out.State = p.State
			}
		}
	}
	queues, err := s.Queues(ctx)
	if err != nil {
		out.Unknown = append(out.Unknown, "queues")
	}
	for _, w := range queues {
		q := Queue{Name: w.Name, Waiting: w.N}
		if w.N > 0 {
			q.OldestAt = date.InstantOrNull(w.Oldest)
		}
		out.Queues = append(out.Queues, q)
	}
	if free, size, err := s.Disk(); err == nil {
		out.Disk = &Disk{Free: int64(free), Size: int64(size)}
	} else {
		out.Unknown = append(out.Unknown, "disk")
	}
	last, err := s.Backup(ctx)
	if err != nil {
		out.Unknown = append(out.Unknown, "backup")
	} else if last != nil {
		out.BackupAt = date.InstantOrNull(*last)
	}
	return out, nil
}

// copies tells of this copy as it is now, whatever the database says, and of the others as they were seen last.
func (s *Service) copies(ctx context.Context, now time.Time) []Copy {
	found, unsaved := s.changedParts(ctx)
	out := []Copy{{
		ID: s.id, Host: s.Host, Version: s.Version, StartedAt: date.InstantText(s.started),
		SeenAt: date.InstantText(now), Runs: true, Answers: true, Parts: []Known{},
	}}
	var c Copy
	var started, seen int64
	var stopped *int64
	err := s.DB.Each(ctx, []any{&c.ID, &c.Host, &c.Version, &started, &seen, &stopped}, func() error {
		if c.ID != s.id {
			c.StartedAt, c.SeenAt = date.InstantText(time.UnixMilli(started)), date.InstantText(time.UnixMilli(seen))
			c.Runs, c.Parts = stopped == nil && now.Sub(time.UnixMilli(seen)) < missing, []Known{}
			out = append(out, c)
		}
		return nil
	}, "SELECT id, host, version, started, seen, stopped FROM service_copies WHERE seen >= $1 ORDER BY started DESC, id",
		now.Add(-shownFor).UnixMilli())
	for i := 0; i < len(out) && err == nil; i++ {
		err = s.parts(ctx, &out[i], now)
	}
	if err != nil { // the database may be what does not work
		s.Log.Warn("read the status", "err", err)
		out = out[:1]
		out[0].Parts = withoutPast(found)
		return out
	}
	out[0].add(unsaved)
	for _, p := range found {
		out[0].part(p.Name).showNow(p)
	}
	return out
}

func withoutPast(found []Part) []Known {
	out := []Known{}
	for _, p := range found {
		known := Known{Name: p.Name, State: p.State, Detail: p.Detail, Past: []Span{}}
		known.showNow(p)
		out = append(out, known)
	}
	return out
}

// parts fills those of a copy with their past.
func (s *Service) parts(ctx context.Context, c *Copy, now time.Time) error {
	var p Part
	var state string
	var since int64
	err := s.DB.Each(ctx, []any{&p.Name, &state, &p.Detail, &since}, func() error {
		c.part(p.Name).follow(Span{State: State(state), Detail: p.Detail, From: date.InstantText(time.UnixMilli(since))})
		return nil
	}, "SELECT name, state, detail, since FROM service_checks WHERE copy_id = $1 ORDER BY id", c.ID)
	from := date.InstantText(now.Add(-shownFor))
	for i := range c.Parts {
		if !c.Runs {
			c.Parts[i].follow(Span{State: Gone, From: c.SeenAt})
		}
		c.Parts[i].dropBefore(from)
	}
	return err
}

// part is the part of a name, which is added where it is new.
func (c *Copy) part(name string) *Known {
	at := slices.IndexFunc(c.Parts, func(k Known) bool { return k.Name == name })
	if at < 0 {
		at, c.Parts = len(c.Parts), append(c.Parts, Known{Name: name, Past: []Span{}})
	}
	return &c.Parts[at]
}

// showNow adds what is only known of a part as it is now.
func (k *Known) showNow(p Part) {
	k.Code = p.Code
	if p.Progress != "" {
		k.Detail = p.Progress
	}
}

// add tells of changes too that are not kept yet, unless they have been kept meanwhile.
func (c *Copy) add(unsaved []change) {
	for _, one := range unsaved {
		p, from := c.part(one.Name), date.InstantText(one.since)
		if n := len(p.Past); n == 0 || p.Past[n-1].From < from {
			p.follow(Span{State: one.State, Detail: one.Detail, From: from})
		}
	}
}

// follow ends the last span with the next.
func (k *Known) follow(next Span) {
	if n := len(k.Past); n > 0 {
		k.Past[n-1].Until = &next.From
	}
	k.Past = append(k.Past, next)
	k.State, k.Detail = next.State, next.Detail
}

// dropBefore leaves out what ended before an instant. Instants are texts of one length, which sort as they follow each
// other.
func (k *Known) dropBefore(from string) {
	for len(k.Past) > 0 && k.Past[0].Until != nil && *k.Past[0].Until < from {
		k.Past = k.Past[1:]
	}
}
