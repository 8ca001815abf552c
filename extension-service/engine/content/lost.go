package content

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"time"

	directusschema "poolkeeper.example/directus-schema"
)

// lastActivity is the id of the newest change that Directus tells of; 0 where there is none.
func (f *feed) lastActivity(ctx context.Context) (int64, error) {
	var last []activity
	err := f.up.activity(ctx, url.Values{"sort": {"-id"}, "limit": {"1"}}, &last)
	if err != nil || len(last) == 0 {
		return 0, err
	}
	return last[0].ID, nil
}

// lostTexts are the last good texts that people wrote, if the database of Directus is a new one: it has gone through
// fewer changes than were seen before, and holds nothing that a person wrote, although there was something.
func (f *feed) lostTexts(last int64, found []row) []row {
	stored := f.backup.read()
	if last >= stored.Activity || len(f.writtenTexts(found)) > 0 {
		return nil
	}
	return f.writtenTexts(stored.Rows)
}

// writtenTexts are those of some that are not as they were shipped.
func (f *feed) writtenTexts(rows []row) (out []row) {
	shipped := map[shippedName]string{}
	for _, r := range f.shipped() {
		shipped[shippedName{r.Locale, r.Key}] = r.Value
	}
	for _, r := range rows {
		if r.Client != 0 || r.Value != shipped[shippedName{r.Locale, r.Key}] {
			out = append(out, r)
		}
	}
	return out
}

// restoreLost puts the last good texts, languages and clients back into a database of Directus that has lost them, and
// returns the default texts as stored. What was known is kept aside in a file.
func (f *feed) restoreLost(ctx context.Context, found, lost []row) ([]row, error) {
	stored := f.backup.read()
	copied, err := f.backup.copyLastGood(f.cfg.Now())
	if err != nil {
		return nil, err
	}
	f.cfg.Log.Warn("Directus has lost its database: texts that people wrote are put back", "texts", len(lost),
		"kept", copied)
	if err := f.restoreLanguages(ctx, lost, stored.Clients); err != nil {
		return nil, err
	}
	for _, c := range stored.Clients {
		if err := (&Clients{f.up}).Save(ctx, c.ID, c.Name, c.isos()...); err != nil {
			return nil, err
		}
	}
	own, err := f.read(ctx, clientTexts, nil)
	if err != nil {
		return nil, err
	}
	if err := f.storeLost(ctx, append(slices.Clone(found), own...), lost); err != nil {
		return nil, err
	}
	f.rows = nil // the same texts have other ids now, which is no change of theirs
	return f.read(ctx, defaultTexts, nil)
}

// restoreLanguages adds those that texts or clients have and that are not shipped.
func (f *feed) restoreLanguages(ctx context.Context, lost []row, customers []customer) error {
	var known []languageCode
	if err := f.up.search(ctx, languages, query{"fields": []string{"iso"}, "limit": -1}, &known); err != nil {
		return err
	}
	wanted := map[string]bool{}
	for _, r := range lost {
		wanted[r.Locale] = true
	}
	for _, c := range customers {
		for _, iso := range c.isos() {
			wanted[iso] = true
		}
	}
	var lacking []directusschema.Language
	for iso := range wanted {
		if !slices.Contains(known, languageCode{iso}) {
			lacking = append(lacking, directusschema.Language{ISO: iso, Name: iso, Active: true})
		}
	}
	if len(lacking) == 0 {
		return nil
	}
	_, err := f.up.change(ctx, http.MethodPost, languages, lacking)
	return err
}

// storeLost writes texts into the rows that stand for them, or as new ones.
func (f *feed) storeLost(ctx context.Context, there, lost []row) error {
	type name struct {
		messageSet
		key string
	}
	at := map[name]int64{}
	for _, r := range there {
		at[name{r.messageSet(), r.Key}] = r.ID
	}
	changed, added := map[string][]change{}, map[string][]row{}
	for _, r := range lost {
		if id := at[name{r.messageSet(), r.Key}]; id != 0 {
			changed[collectionOf(r)] = append(changed[collectionOf(r)], change{
				"id": id, "messageValue": r.Value, "state": r.State, "sourceHash": r.SourceHash,
			})
			continue
		}
		r.ID, r.Updated = 0, ""
		added[collectionOf(r)] = append(added[collectionOf(r)], r)
	}
	for collection, rows := range added {
		for some := range slices.Chunk(rows, seedBatch) {
			if err := f.lease.renew(ctx, len(lost)); err != nil {
				return err
			}
			if _, err := f.up.change(ctx, http.MethodPost, collection, some); err != nil {
				return err
			}
		}
	}
	for collection, changes := range changed {
		for some := range slices.Chunk(changes, seedBatch) {
			if err := f.lease.renew(ctx, len(lost)); err != nil {
				return err
			}
			if _, err := f.up.change(ctx, http.MethodPatch, collection, some); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyLastGood copies the last good texts into a file that stays.
func (b *backup) copyLastGood(now time.Time) (string, error) {
	raw, err := os.ReadFile(b.file)
	if err != nil {
		return "", err
	}
	path := fmt.Sprintf("%s.lost-%s", b.file, now.UTC().Format("20060102-150405"))
	return path, os.WriteFile(path, raw, 0o600)
}
