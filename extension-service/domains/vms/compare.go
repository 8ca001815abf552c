package vms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/schedule"
)

const (
	comparedPerPage = 200
	mostCompared    = 100_000 // applications of one connection
)

// Compared are the fields of applications that are held against what a VMS says.
var Compared = []string{"status", "billRate", "availabilityFrom", "availabilityTo"}

// statusReport is what a VMS answers when it is asked how its candidates stand: objects that the mapping of statuses
// reads.
type statusReport struct {
	Applications []json.RawMessage `json:"applications"`
	Cursor       string            `json:"cursor"`
}

// Compare holds the applications of connections with STATUS_PULL against what the VMS says of them.
func (s *Service) Compare() schedule.Job {
	return schedule.Job{Name: "vms.compare", Schedule: "20 2 * * *", Timeout: time.Hour, Do: s.compare}
}

func (s *Service) compare(ctx context.Context, r *schedule.Run) error {
	if onHold, err := s.deps.Held(ctx); err != nil || onHold {
		return err
	}
	ids, err := s.deps.DB.IDs(ctx,
		`SELECT id FROM vms_connections WHERE active = 1 AND capabilities LIKE '%"STATUS_PULL"%' AND (paused_until IS NULL OR paused_until <= $1) ORDER BY id`,
		s.now())
	if err != nil {
		return err
	}
	for _, id := range ids {
		c, err := s.Connections.Get(ctx, id)
		if err != nil {
			return err
		}
		if err := s.compareAll(ctx, c, r); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			r.Count("failed", 1)
			r.Warn("%s: %v", c.Name, err)
		}
	}
	return nil
}

// compareAll compares page by page. What it has compared stays when a later page cannot be had.
func (s *Service) compareAll(ctx context.Context, c Connection, r *schedule.Run) error {
	live, err := s.Mappings.live(ctx, c.ID, ApplicationStatus)
	if err == nil && live == nil {
		err = errors.New("no mapping of statuses is in use")
	}
	if err != nil {
		return err
	}
	cursor := ""
	for seen := 0; seen < mostCompared; {
		query := url.Values{"limit": {strconv.Itoa(comparedPerPage)}}
		if cursor != "" {
			query.Set("after", cursor)
		}
		a, _, err := s.fetch(ctx, c, "/applications?"+query.Encode())
		if err != nil {
			return err
		}
		var page statusReport
		if json.Unmarshal(transform.WithoutMark(a.Body), &page) != nil {
			return errors.New("the answer is no list of applications")
		}
		if err := s.comparePage(ctx, *live, page, r); err != nil {
			return err
		}
		if seen += len(page.Applications); len(page.Applications) == 0 || page.Cursor == "" || page.Cursor == cursor {
			return nil
		}
		cursor = page.Cursor
	}
	return fmt.Errorf("more than %d applications", mostCompared)
}

// reportedApplication is what a VMS says of one application.
type reportedApplication struct {
	externalID string
	fields     map[string]json.RawMessage
}

func (s *Service) comparePage(ctx context.Context, by Mapping, page statusReport, r *schedule.Run) error {
	c, err := s.Connections.Get(ctx, by.ConnectionID)
	if err != nil {
		return err
	}
	for i, body := range page.Applications {
		t, isReadable, err := s.reportedStatus(ctx, by, body)
		if err != nil {
			return err
		}
		if !isReadable {
			r.Count("unreadable", 1)
			r.Warn("%s: entry %d of a page cannot be read by version %d of the mapping", c.Name, i+1, by.Number)
			continue
		}
		r.Count("checked", 1)
		id, err := s.deps.Records.Application(ctx, ApplicationRef{ClientID: c.ClientID, ExternalID: t.externalID})
		if err != nil {
			return err
		}
		if id == 0 {
			r.Count("unmatched", 1)
			r.Warn("%s: no application has the external id %q", c.Name, t.externalID)
			continue
		}
		if err := r.Write(ctx, func(ctx context.Context) error {
			n, err := s.compareOne(ctx, c, id, t)
			r.Count("differing", n)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// reportedStatus reads what a VMS says of one application, and says whether the mapping makes anything of it.
func (s *Service) reportedStatus(ctx context.Context, by Mapping, body json.RawMessage) (out reportedApplication,
	isReadable bool, err error,
) {
	made, isDeferred, err := s.translated(ctx, by, body, s.deps.Now())
	if err != nil || isDeferred != nil || !made.OK {
		return out, false, err
	}
	var status struct {
		Application map[string]json.RawMessage `json:"application"`
	}
	if err := json.Unmarshal(made.Output, &status); err != nil {
		return out, false, nil //nolint:nilerr // it is the answer that is wrong
	}
	var id vmsID
	if raw := status.Application["externalId"]; raw != nil && id.UnmarshalJSON(raw) != nil {
		return out, false, nil //nolint:nilerr // it is the answer that is wrong
	}
	out = reportedApplication{string(id), status.Application}
	maps.DeleteFunc(out.fields, func(name string, value json.RawMessage) bool {
		return !slices.Contains(Compared, name) || isEmpty(value)
	})
	return out, out.externalID != "", nil
}

// compareOne opens what differs, settles what does no longer, and says how many fields differ.
func (s *Service) compareOne(ctx context.Context, c Connection, id int64, t reportedApplication) (n int64, err error) {
	ours, err := s.deps.Records.Read(ctx, application, id)
	if err != nil {
		return 0, err
	}
	known, err := s.Differences.openDifferences(ctx, id)
	if err != nil {
		return 0, err
	}
	for _, field := range slices.Sorted(maps.Keys(t.fields)) {
		was, isKnown := known[field]
		now := Divergence{
			ConnectionID: c.ID, ClientID: c.ClientID, ApplicationID: id, Field: field, Ours: text(ours[field]),
			Theirs: text(t.fields[field]), State: Differs,
		}
		isSame := equalValues(ours[field], t.fields[field])
		if !isSame {
			n++
		}
		switch {
		case isSame && isKnown:
			err = s.Differences.overwrite(ctx, was.ID, Divergence{Ours: now.Ours, Theirs: now.Theirs, State: Settled})
		case isSame, isKnown && was.isUnchanged(now):
		case isKnown:
			err = s.Differences.overwrite(ctx, was.ID, now)
		default:
			err = s.Differences.Create(ctx, &now)
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
