package admin

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// startDrift compares an index with the database.
func (s *Service) startDrift(ctx context.Context, in ofType) (Started, error) {
	if err := s.checkPermission(ctx, in.Type); err != nil {
		return Started{}, err
	}
	return s.start(ctx, DriftJob, runInput{Type: in.Type})
}

// drift does the work of DriftJob.
func (s *Service) drift(ctx context.Context, r *jobs.Run) error {
	var w runInput
	if err := r.Input(&w); err != nil {
		return err
	}
	p := s.newReporter(ctx, r, point{})
	defer p.stop(nil)
	_, err := s.Reconcile(p.ctx, w.Type, p.options())
	return p.describeFailure(err)
}

// Reconcile compares an index with the database and keeps the report in place of the last one.
func (s *Service) Reconcile(ctx context.Context, typ string, o search.Options) (search.Report, error) {
	began := s.Now()
	r, err := s.Indexes.Drift(ctx, typ, o)
	if err != nil {
		return r, err
	}
	return r, s.storeReport(ctx, &r, s.Now().Sub(began))
}

const chunk = 200 // differences that are written, or repaired, at once

// storeReport replaces the report of a type.
func (s *Service) storeReport(ctx context.Context, r *search.Report, took time.Duration) error {
	counts, err := encodeColumn(r.Counts)
	if err != nil {
		return err
	}
	var oldest *int64
	if r.Oldest != nil {
		ms := r.Oldest.UnixMilli()
		oldest = &ms
	}
	id := "rep_" + rand.Text()
	return s.DB.Write(ctx, func(ctx context.Context) error {
		if _, err := s.DB.Exec(ctx, "DELETE FROM index_reports WHERE type = $1", r.Type); err != nil {
			return err
		}
		_, err := s.DB.Exec(ctx,
			"INSERT INTO index_reports (id, type, index_name, created, took, counts, oldest) "+
				"VALUES ($1, $2, $3, $4, $5, $6, $7)",
			id, r.Type, r.Index, r.At.UnixMilli(), took.Milliseconds(), counts, oldest)
		for part := range slices.Chunk(r.Listed, chunk) {
			if err == nil {
				err = s.storePart(ctx, id, part)
			}
		}
		return err
	})
}

func (s *Service) storePart(ctx context.Context, reportID string, part []search.Difference) error {
	text := "INSERT INTO index_differences (report_id, record_id, kind, index_version, db_version, client_id, " +
		"legal_entity_id, fields, since, repaired) VALUES "
	var args store.Args
	rows := make([]string, len(part))
	for i, d := range part {
		fields, err := encodeColumn(append([]search.FieldDifference{}, d.Fields...))
		if err != nil {
			return err
		}
		since := int64(0)
		if !d.Since.IsZero() {
			since = d.Since.UnixMilli()
		}
		rows[i] = "(" + args.Add(reportID) + ", " + args.Add(d.ID) + ", " + args.Add(string(d.Kind)) + ", " +
			args.Add(d.IndexVersion) + ", " + args.Add(d.DBVersion) +
			", " + args.Add(d.ClientID) + ", " + args.Add(d.LegalEntityID) + ", " + args.Add(fields) + ", " + args.Add(since) +
			", 0)"
	}
	_, err := s.DB.Exec(ctx, text+strings.Join(rows, ", "), args...)
	return err
}

// Report is the last comparison of an index with the database, with one page of what differed.
type Report struct {
	ReportID     string                  `json:"reportId"`
	Type         string                  `json:"type"`
	Index        string                  `json:"index"`
	At           *string                 `json:"at"`
	TookMs       int64                   `json:"tookMs"`
	Counts       map[search.Drift]int64  `json:"counts"`
	Oldest       *string                 `json:"oldest"`
	Open         int64                   `json:"open"` // listed and not repaired since
	Samples      map[search.Drift][]Line `json:"samples"`
	Results      []Line                  `json:"results"`
	TotalResults int64                   `json:"totalResults"`
}

// Line is one document that differed.
type Line struct {
	ID           int64           `json:"id"           kind:"id"`
	Drift        search.Drift    `json:"drift"`
	IndexVersion int64           `json:"indexVersion"`
	DBVersion    int64           `json:"dbVersion"`
	Fields       json.RawMessage `json:"fields"       kind:"json"` // as in the answer about one document
	Since        *string         `json:"since"`
	Repaired     bool            `json:"repaired"`
}

type reportInput struct {
	Type string       `path:"type"`
	Kind search.Drift `query:"kind"` // narrows the results
	resource.Window
}

const samples = 20

// report answers the last report of a type. NOT_FOUND before the first. Whoever is confined to some clients is told of
// their documents only.
func (s *Service) report(ctx context.Context, in reportInput) (Report, error) {
	if err := s.checkType(in.Type); err != nil {
		return Report{}, err
	}
	out, err := s.head(ctx, in.Type)
	if err != nil {
		return out, err
	}
	out.Samples, out.Results = map[search.Drift][]Line{}, []Line{}
	for _, kind := range []search.Drift{search.Stale, search.MissingInIndex, search.MissingInDB} {
		if out.Samples[kind], err = s.lines(ctx, lineQuery{report: out.ReportID, kind: kind, limit: samples}); err != nil {
			return out, err
		}
	}
	q := lineQuery{report: out.ReportID, kind: in.Kind}
	q.offset, q.limit = in.Page()
	if out.TotalResults, err = s.countLines(ctx, q); err != nil {
		return out, err
	}
	if out.Open, err = s.countLines(ctx, lineQuery{report: out.ReportID, open: true}); err != nil {
		return out, err
	}
	out.Results, err = s.lines(ctx, q)
	return out, err
}

// head reads the row of the last report.
func (s *Service) head(ctx context.Context, typ string) (Report, error) {
	out := Report{Type: typ}
	var at, oldest int64
	var counts string
	found, err := s.DB.Row(ctx, []any{&out.ReportID, &out.Index, &at, &out.TookMs, &counts, &oldest},
		"SELECT id, index_name, created, took, counts, coalesce(oldest, 0) FROM index_reports WHERE type = $1", typ)
	if err != nil {
		return out, err
	}
	if !found {
		return out, fault.New(fault.NotFound, "NOT_FOUND", "the index of type %s has not been compared yet", typ)
	}
	out.At, out.Oldest = date.InstantOrNull(time.UnixMilli(at)), date.InstantOrNull(time.UnixMilli(oldest))
	if err := json.Unmarshal([]byte(counts), &out.Counts); err != nil {
		return out, fmt.Errorf("counts of report %s: %w", out.ReportID, err)
	}
	if role.From(ctx).Scope.IsUnlimited() {
		return out, nil
	}
	out.Oldest = nil
	delete(out.Counts, search.OK)
	for kind := range out.Counts {
		if out.Counts[kind], err = s.countLines(ctx, lineQuery{report: out.ReportID, kind: kind}); err != nil {
			return out, err
		}
	}
	return out, nil
}

// sums are the figures of the last report, nil before the first.
func (s *Service) sums(ctx context.Context, typ string) (*DriftSums, error) {
	r, err := s.head(ctx, typ)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil //nolint:nilnil // no report is no failure
	}
	if err != nil {
		return nil, err
	}
	open, err := s.countLines(ctx, lineQuery{report: r.ReportID, open: true})
	return &DriftSums{ReportID: r.ReportID, At: r.At, Counts: r.Counts, Open: open}, err
}

type lineQuery struct {
	report        string
	kind          search.Drift // "" = all
	open          bool         // not repaired yet
	ids           []int64      // nil = all
	after         int64
	limit, offset int64
}

func (q lineQuery) where(ctx context.Context, args *store.Args) string {
	text := " FROM index_differences WHERE report_id = " + args.Add(q.report)
	if q.kind != "" {
		text += " AND kind = " + args.Add(string(q.kind))
	}
	if q.open {
		text += " AND repaired = 0"
	}
	if q.ids != nil {
		text += " AND record_id IN " + store.OneOf(q.ids, args.Add)
	}
	if q.after > 0 {
		text += " AND record_id > " + args.Add(q.after)
	}
	if scope := role.From(ctx).Scope; !scope.IsUnlimited() {
		text += " AND (client_id IN " + store.OneOf(scope.ClientIDs,
			args.Add) + " OR legal_entity_id IN " + store.OneOf(scope.LegalEntityIDs, args.Add) + ")"
	}
	return text
}

func (s *Service) countLines(ctx context.Context, q lineQuery) (n int64, err error) {
	var args store.Args
	where := q.where(ctx, &args)
	_, err = s.DB.Row(ctx, []any{&n}, "SELECT count(*)"+where, args...)
	return n, err
}

func (s *Service) lines(ctx context.Context, q lineQuery) ([]Line, error) {
	var args store.Args
	where := q.where(ctx, &args)
	out := []Line{}
	var l Line
	var kind, fields string
	var since, repaired int64
	err := s.DB.Each(ctx, []any{&l.ID, &kind, &l.IndexVersion, &l.DBVersion, &fields, &since, &repaired}, func() error {
		l.Drift, l.Fields, l.Since, l.Repaired = search.Drift(kind), json.RawMessage(fields),
			date.InstantOrNull(time.UnixMilli(since)), repaired != 0
		out = append(out, l)
		return nil
	}, "SELECT record_id, kind, index_version, db_version, fields, since, repaired"+where+
		" ORDER BY record_id LIMIT "+args.Add(q.limit)+" OFFSET "+args.Add(q.offset), args...)
	return out, err
}
