package content

import (
	"context"
	"errors"
	"net/http"
	"slices"

	directusschema "poolkeeper.example/directus-schema"
)

const seedBatch = 200

// errSeeding refuses calls of people while shipped texts are stored, batch by batch: until all are there, half of them
// would look untranslated.
var errSeeding = errors.New("the shipped texts are being stored")

// storeShipped adds the shipped languages and texts that are missing, follows the wording of this version, puts back
// what a database has lost that has gone through last changes, and returns the default texts as stored. What people
// wrote is never touched. One copy of the service does so at a time: the others fail with errSeeding until it is
// through.
func (f *feed) storeShipped(ctx context.Context, last int64) ([]row, error) {
	elsewhere, err := f.lease.countTextsElsewhere(ctx)
	if f.up.isSeeding.Store(elsewhere > seedBatch); err != nil {
		return nil, err
	}
	if elsewhere >= 0 {
		return nil, unavailable(errSeeding.Error(), errSeeding)
	}
	isLacking, found, err := f.lacksShipped(ctx)
	if err != nil || !isLacking && len(f.lostTexts(last, found)) == 0 {
		return found, err
	}
	if err := f.lease.renew(ctx, len(missing(found, f.shipped()))); err != nil {
		return nil, err
	}
	defer func() {
		f.up.isSeeding.Store(false)
		if err := f.lease.release(context.WithoutCancel(ctx)); err != nil {
			f.cfg.Log.Warn("other copies wait for the shipped texts", "err", err)
		}
	}()
	if err := f.seedLanguages(ctx); err != nil {
		return nil, err
	}
	if found, err = f.read(ctx, defaultTexts, nil); err != nil { // another copy may have stored them meanwhile
		return nil, err
	}
	lost := f.lostTexts(last, found)
	added, err := f.seedTexts(ctx, found)
	if err != nil {
		return nil, err
	}
	found, err = f.followShipped(ctx, append(found, added...))
	if err != nil || len(lost) == 0 {
		return found, err
	}
	return f.restoreLost(ctx, found, lost)
}

// lacksShipped reads the default texts and says whether something of what is shipped is missing or not compared yet.
func (f *feed) lacksShipped(ctx context.Context) (bool, []row, error) {
	lacking, err := f.lackingLanguages(ctx)
	if err != nil {
		return false, nil, err
	}
	found, err := f.read(ctx, defaultTexts, nil)
	isCompared := f.following || f.cfg.DB == nil
	return len(lacking) > 0 || !isCompared || len(missing(found, f.shipped())) > 0, found, err
}

// seedTexts adds the shipped texts that are missing and returns them as stored.
func (f *feed) seedTexts(ctx context.Context, found []row) ([]row, error) {
	lacking := missing(found, f.shipped())
	f.up.isSeeding.Store(len(lacking) > seedBatch)
	var added []row
	for batch := range slices.Chunk(lacking, seedBatch) {
		if err := f.lease.renew(ctx, len(lacking)); err != nil {
			return nil, err
		}
		raw, err := f.up.change(ctx, http.MethodPost, defaultTexts, batch)
		if err != nil {
			return nil, err
		}
		var stored []row
		if err := open(raw, &stored); err != nil {
			return nil, err
		}
		added = append(added, stored...)
	}
	return added, nil
}

// seedLanguages adds the shipped languages that are missing.
func (f *feed) seedLanguages(ctx context.Context) error {
	lacking, err := f.lackingLanguages(ctx)
	if err != nil || len(lacking) == 0 {
		return err
	}
	_, err = f.up.change(ctx, http.MethodPost, languages, lacking)
	return err
}

func (f *feed) lackingLanguages(ctx context.Context) ([]directusschema.Language, error) {
	shipped, err := directusschema.Languages()
	if err != nil {
		return nil, err
	}
	var found []languageCode
	if err := f.up.search(ctx, languages, query{"fields": []string{"iso"}, "limit": -1}, &found); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(shipped, func(l directusschema.Language) bool {
		return slices.Contains(found, languageCode{l.ISO})
	}), nil
}
