package content

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// stateBroken is the state of a text that cannot be shown as it is: it lacks a plural form, or a placeholder is lost or
// foreign. The service sets it, whoever writes the text, and takes it away when the text is mended. A text whose source
// has changed since is stale before it is anything else: it waits for a translator, who is told what is wrong.
const stateBroken = "BROKEN"

// lacksText says whether a text that has plural forms has an empty one.
func lacksText(text string) bool {
	return strings.Contains(text, formEnd) && slices.Contains(formsIn(text), "")
}

// IsBroken says whether a text cannot be shown as it is: it lacks a form, or its placeholders are not those of the text
// it is made from, which is empty for the English one of the product.
func IsBroken(locale, text, origin string) bool {
	if origin != "" && text != origin && mismatch(text, origin) != nil {
		return true
	}
	return missesForms(locale, text, origin)
}

// isBroken says the same of a text that somebody may have meant to lack forms.
func (o origins) isBroken(r row, dismissed []DismissedFinding) bool {
	origin, _ := o.originText(r)
	if r.Value == "" || !IsBroken(r.Locale, r.Value, origin) {
		return false
	}
	isDismissed := slices.ContainsFunc(dismissed, func(a DismissedFinding) bool {
		return a.Finding == FindsForms && a.Client == r.Client && a.Locale == r.Locale && a.Key == r.Key &&
			a.Value == r.Value && a.Source == origin
	})
	return !isDismissed || origin != "" && r.Value != origin && mismatch(r.Value, origin) != nil
}

// stateFor is the state that a text has by what it says, where its stored one is another.
func (o origins) stateFor(r row, dismissed []DismissedFinding) string {
	broken := o.isBroken(r, dismissed)
	switch {
	case r.Value == "" || r.State == stateStale || broken == (r.State == stateBroken):
		return r.State
	case broken:
		return stateBroken
	}
	return stateTranslated
}

// brokenAt lists what was set aside for the sets of rows. Only broken rows need it.
func (s *dismissals) ofRows(ctx context.Context, rows []row) (out []DismissedFinding, err error) {
	sets := map[int64]bool{}
	for _, r := range rows {
		sets[r.Client] = true
	}
	for _, client := range slices.Sorted(maps.Keys(sets)) {
		found, err := s.list(ctx, client)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// mendStates sets the states of rows that were written past us, as far as they do not say what the texts are. They are
// read once more while nobody edits through us.
func (f *feed) mendStates(ctx context.Context, rows []row) error {
	if len(rows) == 0 {
		return nil
	}
	known := originsOf(f.all())
	var doubtful []row
	for _, r := range rows {
		if known.stateFor(r, nil) != r.State {
			doubtful = append(doubtful, r)
		}
	}
	dismissed, err := f.dismissed.ofRows(ctx, doubtful)
	if err != nil {
		return err
	}
	keys := map[string]bool{}
	for _, r := range doubtful {
		if known.stateFor(r, dismissed) != r.State {
			keys[r.Key] = true
		}
	}
	for part := range slices.Chunk(slices.Sorted(maps.Keys(keys)), maxRows) {
		if err := f.mendSome(ctx, part, dismissed); err != nil {
			return err
		}
	}
	return nil
}

func (f *feed) mendSome(ctx context.Context, keys []string, dismissed []DismissedFinding) error {
	f.up.editing.Lock()
	defer f.up.editing.Unlock()
	rows, err := f.up.siblings(ctx, keys, map[string]any{"_nnull": true})
	if err != nil {
		return err
	}
	known, changes := originsOf(rows), map[string][]change{}
	for _, r := range rows {
		if state := known.stateFor(r, dismissed); state != r.State {
			changes[collectionOf(r)] = append(changes[collectionOf(r)], change{"id": r.ID, "state": state})
			if at, ok := f.rows[collectionOf(r)][r.ID]; ok && at.Value == r.Value {
				at.State = state
				f.rows[collectionOf(r)][r.ID] = at
			}
		}
	}
	return apply(ctx, f.up, changes)
}
