package content

import (
	"context"
	"net/http"
	"slices"

	"poolkeeper.example/extension-service/platform/role"
)

// shippedName is a text of the product in one language.
type shippedName struct{ locale, key string }

// followShipped brings the shipped texts that nobody has edited to the wording of this version and returns the rows as
// stored. One that was edited stays, and the log names it once. Each start does so once: while a former version still
// runs beside this one, neither undoes what the other has done.
func (f *feed) followShipped(ctx context.Context, found []row) ([]row, error) {
	if f.following || f.cfg.DB == nil {
		return found, nil
	}
	known, err := f.shippedBefore(ctx)
	if err != nil {
		return nil, err
	}
	at := map[shippedName]int{}
	for i, r := range found {
		at[shippedName{r.Locale, r.Key}] = i
	}
	var outdated, remembered []row
	var edited []string
	for _, shipped := range f.shipped() {
		name := shippedName{shipped.Locale, shipped.Key}
		i, isThere := at[name]
		before, now := known[name], digest(shipped.Value)
		switch {
		case !isThere || before == now:
			continue
		case found[i].Value == shipped.Value:
		case before == "": // nobody knows what was shipped, so somebody may have edited it
			continue
		case digest(found[i].Value) == before:
			next := found[i]
			next.Value, next.State, next.SourceHash = shipped.Value, stateTranslated, shipped.SourceHash
			outdated = append(outdated, next)
		default:
			edited = append(edited, shipped.Locale+" "+shipped.Key)
		}
		remembered = append(remembered, shipped)
	}
	if err := f.reword(ctx, found, outdated); err != nil {
		return nil, err
	}
	for _, r := range outdated {
		found[at[shippedName{r.Locale, r.Key}]] = r
	}
	if len(edited) > 0 {
		f.cfg.Log.Warn("texts that were edited keep their wording, although this version ships another", "texts", edited)
	}
	f.following = true
	return found, f.rememberShipped(ctx, remembered)
}

// reword stores texts as they are shipped now. The history has them first.
func (f *feed) reword(ctx context.Context, found, outdated []row) error {
	before := byID(found)
	for some := range slices.Chunk(outdated, seedBatch) {
		if err := f.lease.renew(ctx, len(outdated)); err != nil {
			return err
		}
		var entries []Entry
		var changes []change
		for _, r := range some {
			entries = append(entries, entry("update", before[r.ID], &r))
			changes = append(changes, change{"id": r.ID, "messageValue": r.Value, "state": r.State, "sourceHash": r.SourceHash})
		}
		if err := f.history.Record(role.AsSystem(ctx, "texts"), entries); err != nil {
			return err
		}
		if _, err := f.up.change(ctx, http.MethodPatch, defaultTexts, changes); err != nil {
			return err
		}
	}
	return nil
}

// shippedBefore are the digests of the wording that was stored last.
func (f *feed) shippedBefore(ctx context.Context) (map[shippedName]string, error) {
	out := map[shippedName]string{}
	var name shippedName
	var digest string
	err := f.cfg.DB.Each(ctx, []any{&name.locale, &name.key, &digest}, func() error {
		out[name] = digest
		return nil
	}, "SELECT locale, message_key, digest FROM shipped_texts")
	return out, err
}

// rememberShipped keeps the digests of the wording that is stored now.
func (f *feed) rememberShipped(ctx context.Context, rows []row) error {
	for some := range slices.Chunk(rows, seedBatch) {
		err := f.cfg.DB.Write(ctx, func(ctx context.Context) error {
			for _, r := range some {
				_, err := f.cfg.DB.Exec(ctx, `
					INSERT INTO shipped_texts (locale, message_key, digest) VALUES ($1, $2, $3)
					ON CONFLICT (locale, message_key) DO UPDATE SET digest = excluded.digest`, r.Locale, r.Key, digest(r.Value))
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
