package app_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"poolkeeper.example/extension-service/cmd/seed/demo"
)

// The total of the people of a pool is how many are listed, whatever has become of them and of their memberships.
func TestPeopleOfAPool_AnyChanges_AreCountedAsListed(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		pool, people, memberships := p.newPool(t, "Core"), []int64{}, []int{}
		for _, name := range []string{"ada", "bea", "cleo", "dora", "eva", "fay"} {
			people = append(people, p.consenting(t, name))
			memberships = append(memberships, p.join(t, pool, people[len(people)-1], ""))
		}
		invited := p.consenting(t, "gil")
		p.join(t, pool, invited, `,"status":"INVITED"`)
		for _, step := range []struct {
			name, request, body string
			status              int
		}{
			{"one is removed", fmt.Sprintf("DELETE /api/pool/%d/member/%d", pool, memberships[0]), "", 204},
			{
				"one comes again", fmt.Sprintf("POST /api/pool/%d/member", pool), fmt.Sprintf(`{"freelancerId":%d}`, people[0]),
				201,
			},
			{
				"one is deleted", fmt.Sprintf("PUT /api/freelancer/%d/status", people[1]), `{"status":"DL","reason":"MISTAKE"}`,
				200,
			},
			{
				"two become one", fmt.Sprintf("POST /api/freelancer/%d/merge", people[2]),
				fmt.Sprintf(`{"otherId":%d,"dryRun":false}`, people[3]), 200,
			},
		} {
			p.expect(t, "all", step.request, step.body, step.status, "")
			for status, condition := range map[string]string{
				"": "<> 'REMOVED'", "ACTIVE": "= 'ACTIVE'",
				"INVITED": "= 'INVITED'", "EXPIRED": "= 'EXPIRED'", "REMOVED": "= 'REMOVED'",
			} {
				var want int
				if _, err := p.DB.Row(t.Context(), []any{&want}, `
					SELECT count(DISTINCT f.id)
					  FROM pool_members m
					  JOIN freelancers f ON f.id = m.freelancer_id
					 WHERE m.pool_id = $1
					   AND f.deleted_at IS NULL
					   AND m.status `+condition, pool); err != nil {
					t.Fatal(err)
				}
				for _, order := range []string{"id:desc", "id:asc", "name:asc"} {
					path := fmt.Sprintf("GET /api/freelancer/pool?poolId=%d&size=50&status=%s&s=%s", pool, status, order)
					list := p.expect(t, "all", path, "", http.StatusOK, "").json(t)
					if rows := list["results"].([]any); len(rows) != want || list["totalResults"] != float64(want) {
						t.Errorf("%s, %s: %d listed of %v, want %d", step.name, path, len(rows), list["totalResults"], want)
					}
				}
			}
		}
	})
}

// The first page of the people of a pool costs the same, however many are in it: in the order of their ids, and beside
// everybody else by their names.
func TestPeopleOfAPool_TenTimesAsMany_CostThePageTheSame(t *testing.T) {
	t.Parallel()
	p := newProduct(t, t.TempDir()+"/demo.db")
	if err := demo.SeedProduct(t.Context(), p.Service, demo.Sizes{Freelancers: 4000}); err != nil {
		t.Fatal(err)
	}
	clear(p.tokens)
	few, many := p.newPool(t, "Few"), p.newPool(t, "Many")
	p.fillPool(t, few, 200)
	p.fillPool(t, many, 2000)
	for _, path := range []string{
		"/api/freelancer/pool?poolId=%d", "/api/freelancer/pool?poolId=%d&status=ACTIVE",
		"/api/poolMember?poolId=%d",
	} {
		small, large := p.stepsOf(t, fmt.Sprintf(path, few)), p.stepsOf(t, fmt.Sprintf(path, many))
		if large > small+small/2+500 {
			t.Errorf("%s: %d steps for 200 people, %d for 2000", path, small, large)
		}
	}
}

// fillPool takes the first n people into a pool, without anything that follows from it.
func (p *product) fillPool(t *testing.T, pool, n int) {
	t.Helper()
	err := p.DB.Write(t.Context(), func(ctx context.Context) error {
		defer p.DB.Touched(ctx, "pool_members")
		_, err := p.DB.Exec(ctx, `
			INSERT INTO pool_members (version, created, created_by, last_updated, last_updated_by, pool_id, client_id, freelancer_id, freelancer_name,
			       freelancer_name_fold, status, source, source_pool_ids, joined_at, tags, note, removal, status_before, last_day)
			SELECT 1, created, '', created, '', $1, 1, id, name, name_fold, 'ACTIVE', 'STAFF', '[]', created, '[]', '', '', '', ''
			  FROM freelancers
			 WHERE deleted_at IS NULL
			 ORDER BY id
			 LIMIT $2`, pool, n)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// stepsOf is what answering a call takes, in steps of SQLite: the least of some, since the product works beside it.
func (p *product) stepsOf(t *testing.T, path string) int64 {
	t.Helper()
	least := int64(1 << 62)
	for range 3 {
		before := p.DB.Steps()
		p.expect(t, "all", "GET "+path, "", http.StatusOK, "")
		least = min(least, p.DB.Steps()-before)
	}
	return least
}
