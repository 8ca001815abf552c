package rates_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/store"
)

func benchFixture(b *testing.B) *fixture {
	b.Helper()
	db, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "bench.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	if err := db.Migrate(b.Context()); err != nil {
		b.Fatal(err)
	}
	return newFixture(b, db)
}

// One application with its statement and its breakdown.
func BenchmarkCompute_OneApplication_WithBreakdown(b *testing.B) {
	w := benchFixture(b)
	c := rates.Case{ProjectID: w.project.ID, TalentRate: amount(b, "85")}
	ctx := w.ctx()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := w.rates.Compute(ctx, c); err != nil {
			b.Fatal(err)
		}
	}
}

// One formula alone.
func BenchmarkFormula_Parsed_IsRun(b *testing.B) {
	f, err := rates.Parse("markup(payRate, markupPct) + vmsFee")
	if err != nil {
		b.Fatal(err)
	}
	number := func(text string) rates.Number {
		n, err := rates.ParseNumber(text)
		if err != nil {
			b.Fatal(err)
		}
		return n
	}
	vars := rates.Vars{"payRate": number("85"), "markupPct": number("12.5"), "vmsFee": number("0.9")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Run(vars); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFormula_Text_IsParsed(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := rates.Parse("markup(payRate, markupPct ?? 10) + (vmsFee ?? 0)"); err != nil {
			b.Fatal(err)
		}
	}
}

// A formula of a client with 100,000 open applications for 100 projects.
func BenchmarkImpact_FormulaOfAClient_WithManyApplications(b *testing.B) {
	const open = 100_000
	w := benchFixture(b)
	w.setClient(func(c *clients.Client) { c.BillRateFormula = "markup(payRate, markupPct)" })
	one := w.apply(1, "80")
	w.write(func(ctx context.Context) error {
		for i := range 99 {
			p := w.project
			p.ID, p.Handle, p.Title = 0, "", fmt.Sprint("Java ", i)
			if err := w.projects.Table.Create(ctx, &p); err != nil {
				return err
			}
		}
		for i := range open - 1 {
			a := one
			a.ID, a.Handle, a.FreelancerID, a.ProjectID = 0, "", int64(i+2), w.project.ID+int64(i%100)
			if err := w.applications.Table.Create(ctx, &a); err != nil {
				return err
			}
		}
		return nil
	})
	body := fmt.Sprintf(
		`{"scope":"client","id":%d,"billRateFormula":"roundTo(markup(payRate, markupPct ?? 10) + (vmsFee ?? 0), 0.5)"}`,
		w.client.ID)
	b.ReportAllocs()
	for b.Loop() {
		if got := w.ok("rate.impact", `{}`, body); got["open"] != float64(open) {
			b.Fatal(got)
		}
	}
}
