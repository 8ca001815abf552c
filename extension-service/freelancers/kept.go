package freelancers

import (
	"context"
	"strings"

	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
)

// Part is one kind of what is kept of somebody, and how much of it there is.
type Part struct {
	Key   string `json:"key"` // of the texts freelancer.kept.<key>
	Count int64  `json:"count"`
}

// counting is one kind of what is kept, with the statement that counts it for a freelancer.
type counting struct {
	key  string
	text string
}

// ofTheirs are the applications of a freelancer that the caller can see: {a} stands for that condition, {b} for the one on
// bindings, and {all} for that the caller sees everything.
const ofTheirs = "(SELECT a.id FROM applications a WHERE a.freelancer_id = $1 AND {a})"

// goes is what an erasure takes away, stays what it leaves: that something happened, when, and at which rate.
var (
	goes = []counting{
		{"files", "SELECT count(*) FROM (" + uploaded + ") n WHERE {all}"},
		{"madeFiles", "SELECT count(*) FROM (" + made + ") n WHERE {all}"},
		{"rateReasons", "SELECT count(*) FROM applications a WHERE a.freelancer_id = $1 AND {a} AND a.rate_override_reason <> ''"},
		{"messages", "SELECT count(*) FROM applications a WHERE a.freelancer_id = $1 AND {a} AND (a.message <> '' OR a.status_comment <> '')"},
		{"answers", "SELECT count(*) FROM applications a WHERE a.freelancer_id = $1 AND {a} AND a.answers NOT IN ('', '[]', 'null')"},
		{"mails", "SELECT count(*) FROM mails WHERE entity = 'freelancer' AND entity_id = $1 AND recipient <> ''"},
		{"auditValues", `
			SELECT count(*)
			  FROM audit_values v
			  JOIN audit_subjects s ON s.id = v.subject_id
			 WHERE s.entity = 'freelancer'
			   AND s.entity_id = $1`},
		{"jobResults", `
			SELECT count(*)
			  FROM job_rows r
			  JOIN jobs j ON j.id = r.job_id
			 WHERE j.entity = 'freelancer' AND r.record_id = $1
			    OR j.entity = 'application' AND r.record_id IN ` + ofTheirs},
	}
	stays = []counting{
		{"applications", "SELECT count(*) FROM applications a WHERE a.freelancer_id = $1 AND {a}"},
		{"hires", "SELECT count(*) FROM applications a WHERE a.freelancer_id = $1 AND {a} AND a.status = 'h'"},
		{"bindings", "SELECT count(*) FROM bound_clients b WHERE b.freelancer_id = $1 AND {b}"},
		{"auditEntries", "SELECT count(*) FROM audit WHERE entity = 'freelancer' AND entity_id = $1"},
	}
)

// kept counts what there is of somebody, whose records these are, and the caller can see; what there is nothing of is left
// out.
func (s *Service) kept(ctx context.Context, list []counting, ids ...int64) ([]Part, error) {
	all := "1 = 1"
	if !role.From(ctx).Scope.Everything() { // files may be those of applications that the caller cannot see
		all = "1 = 0"
	}
	out, seen := []Part{}, strings.NewReplacer("{a}", store.Within(ctx, "a"), "{b}", store.Within(ctx, "b"), "{all}", all)
	for _, c := range list {
		p := Part{Key: c.key}
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
