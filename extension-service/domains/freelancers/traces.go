package freelancers

import (
	"context"
	"strings"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Trace is one kind of what is kept of somebody, and how much of it there is.
type Trace struct {
	Key   string `json:"key"` // of the texts freelancer.kept.<key>
	Count int64  `json:"count"`
}

// traceCount is one kind of trace, with the statement that counts it for a freelancer.
type traceCount struct {
	key  string
	text string
}

// ofTheirs are the applications of a freelancer that the caller can see: {a} stands for that condition, {b} for the one
// on bindings, and {all} for that the caller sees everything.
const ofTheirs = "(SELECT a.id FROM application_facts a WHERE a.freelancer_id = $1 AND {a})"

// erasedTraces are what an erasure removes, retainedTraces what it leaves: that something happened, when, and at which
// rate.
var (
	erasedTraces = []traceCount{
		{"files", "SELECT count(*) FROM (" + uploaded + ") n WHERE {all}"},
		{"madeFiles", "SELECT count(*) FROM (" + made + ") n WHERE {all}"},
		{"rateReasons", "SELECT count(*) FROM application_facts a WHERE a.freelancer_id = $1 AND {a} " +
			"AND a.has_rate_reason = 1"},
		{"messages", "SELECT count(*) FROM application_facts a WHERE a.freelancer_id = $1 AND {a} AND a.has_message = 1"},
		{"answers", "SELECT count(*) FROM application_facts a WHERE a.freelancer_id = $1 AND {a} AND a.has_answers = 1"},
		{"mails", "SELECT count(*) FROM mail_facts WHERE entity = 'freelancer' AND entity_id = $1 AND recipient <> ''"},
		{"auditValues", `
			SELECT count(*)
			  FROM audit_value_facts v
			 WHERE v.entity = 'freelancer'
			   AND v.entity_id = $1`},
		{"jobResults", `
			SELECT count(*)
			  FROM job_row_facts r
			 WHERE r.entity = 'freelancer' AND r.record_id = $1
			    OR r.entity = 'application' AND r.record_id IN ` + ofTheirs},
	}
	retainedTraces = []traceCount{
		{"applications", "SELECT count(*) FROM application_facts a WHERE a.freelancer_id = $1 AND {a}"},
		{"hires", "SELECT count(*) FROM application_facts a WHERE a.freelancer_id = $1 AND {a} AND a.is_hired = 1"},
		{"bindings", "SELECT count(*) FROM bound_clients b WHERE b.freelancer_id = $1 AND {b}"},
		{"auditEntries", "SELECT count(*) FROM audit_facts WHERE entity = 'freelancer' AND entity_id = $1"},
	}
)

// countTraces counts what there is of somebody, whose records these are, and the caller can see; what there is nothing
// of is left out.
func (s *Service) countTraces(ctx context.Context, list []traceCount, ids ...int64) ([]Trace, error) {
	all := "1 = 1"
	if !role.From(ctx).Scope.IsUnlimited() { // files may be those of applications that the caller cannot see
		all = "1 = 0"
	}
	out, seen := []Trace{}, strings.NewReplacer("{a}", store.WithinScope(ctx, "a"), "{b}", store.WithinScope(ctx, "b"),
		"{all}", all)
	for _, c := range list {
		p := Trace{Key: c.key}
		for _, id := range ids {
			var n int64
			if _, err := s.DB().Row(ctx, []any{&n}, seen.Replace(c.text), id); err != nil {
				return nil, err
			}
			p.Count += n
		}
		if p.Count > 0 {
			out = append(out, p)
		}
	}
	return out, nil
}

// withOthers adds the records of resources that say by their declaration what becomes of them.
func withOthers(parts []Trace, count int64) []Trace {
	if count == 0 {
		return parts
	}
	return append(parts, Trace{Key: "otherRecords", Count: count})
}
