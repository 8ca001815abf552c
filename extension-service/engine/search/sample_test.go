package search_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/search"
)

// Whatever has changed lately is looked at each time, everything else once in as many glances as there are parts.
func TestSampling_Differences_AreFoundWithinOneCycle(t *testing.T) {
	t.Parallel()
	const parts = 4
	f := built(t, numbered(1200))
	live := f.state().Aliases["book"].Indexes[0]
	f.fakeSource.set(map[int64]string{10: "changed", 20: "", 700: "changed", 1199: "changed", 2000: "new"})
	f.fakeSource.setChanged(700, f.clock.at)
	orphan := search.Document{ID: 5000, Version: 3, Contents: search.ContentsOf(map[string]any{"title": "orphan"})}
	if err := f.Engine.Write(t.Context(), live, []search.Document{orphan}); err != nil {
		t.Fatal(err)
	}
	for part, want := range [][]int64{{10, 20, 700, 1199}, {700, 2000}, {700}, {700, 5000}} {
		seen, err := f.DriftOf(t.Context(), "book", search.Sample{
			Since: f.clock.at.Add(-24 * time.Hour), Part: int64(part),
			Parts: parts,
		})
		if err != nil {
			t.Fatal(err)
		}
		ids := []int64{}
		for _, d := range seen.Differing {
			ids = append(ids, d.ID)
		}
		slices.Sort(ids)
		if !slices.Equal(ids, want) {
			t.Errorf("part %d: %v, want %v", part, ids, want)
		}
	}
}

// A change that the relay is about to write is no difference.
func TestSampling_ChangeInTheRelay_IsNoDifference(t *testing.T) {
	t.Parallel()
	f := built(t, numbered(10))
	f.Settle = time.Minute
	notes := f.fakeSource.set(map[int64]string{5: "changed"})
	f.fakeSource.onLoad = func(int) {
		f.fakeSource.onLoad = nil
		if err := f.Publish(t.Context(), notes); err != nil {
			t.Error(err)
		}
	}
	seen, err := f.DriftOf(t.Context(), "book", search.Sample{Since: f.clock.at, Part: 0, Parts: 1})
	if err != nil || len(seen.Differing) > 0 || seen.Checked != 10 {
		t.Errorf("%+v, %v", seen, err)
	}
}

// A relay that has yet to bring earlier changes, as after an outage of the index, is given more time than one that has
// brought all.
func TestSampling_RelayIsBehind_ItsChangesAreNoDifference(t *testing.T) {
	t.Parallel()
	f := built(t, numbered(10))
	f.Settle = 50 * time.Millisecond
	notes := f.fakeSource.set(map[int64]string{5: "changed"})
	reads := 0
	f.Backlog = func(ctx context.Context, _, _ string) (int64, time.Time, error) {
		if reads++; reads < 5 {
			return 1, f.clock.at.Add(-time.Minute), nil
		}
		return 0, time.Time{}, f.Publish(ctx, notes)
	}
	seen, err := f.DriftOf(t.Context(), "book", search.Sample{Since: f.clock.at, Part: 0, Parts: 1})
	if err != nil || len(seen.Differing) > 0 || seen.Checked != 10 {
		t.Errorf("%+v, %v", seen, err)
	}
}
