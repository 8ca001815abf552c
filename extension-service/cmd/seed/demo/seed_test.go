package demo_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"poolkeeper.example/extension-service/cmd/seed/demo"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func TestSeed_AnyNumber_UpdatesTheCounters(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		for _, size := range []demo.Sizes{{Projects: 1500, Freelancers: 1201, Applications: 3001}, {Projects: 500}} {
			last := 0
			if err := demo.Seed(t.Context(), db, demo.Order{Sizes: size, Now: now, Progress: func(done, _ int) {
				last = done
			}}); err != nil {
				t.Fatal(err)
			}
			if last != size.Projects {
				t.Errorf("told of %d, want %d", last, size.Projects)
			}
		}
		for text, want := range map[string]int{
			"SELECT count(*) FROM projects":                2000,
			"SELECT sum(n) FROM projects_count":            2000,
			"SELECT count(DISTINCT handle) FROM projects":  2000,
			"SELECT count(*) FROM applications":            3001,
			"SELECT sum(n) FROM project_application_count": 3001,
			"SELECT count(*) FROM freelancers":             1201,
			"SELECT sum(n) FROM freelancers_count":         1201,
			"SELECT count(*) FROM applications a JOIN freelancers f ON f.id = a.freelancer_id AND f.name = a.freelancer_name": 3001,
			"SELECT count(*) FROM clients": 6,
			"SELECT count(*) FROM projects WHERE (status = 'CLOSED') <> (closed_at IS NOT NULL)":                            0,
			"SELECT count(*) FROM applications a JOIN projects p ON p.id = a.project_id WHERE p.handle <> a.project_handle": 0,
		} {
			if n := count(t, db, text); n != want {
				t.Errorf("%s: %d, want %d", text, n, want)
			}
		}
	})
}

// BenchmarkSeed_ProjectsIntoSQLite_Once fills SEED_PROJECTS projects (default 100,000) into SQLite once.
func BenchmarkSeed_ProjectsIntoSQLite_Once(b *testing.B) {
	n, err := strconv.Atoi(os.Getenv("SEED_PROJECTS"))
	if err != nil {
		n = 100_000
	}
	for b.Loop() {
		db := pgtest.SQLite(b)
		begun := time.Now()
		if err := demo.Seed(b.Context(), db, demo.Order{
			Sizes: demo.Sizes{Projects: n}, Now: now,
			Progress: func(int, int) {},
		}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(n)/time.Since(begun).Seconds(), "projects/s")
	}
}
