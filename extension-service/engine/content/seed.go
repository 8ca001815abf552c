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

// seedTexts adds the shipped texts that are missing and returns them as stored. What people wrote is never touched.
func (f *feed) seedTexts(ctx context.Context, found []row) ([]row, error) {
	lacking := missing(found, f.shipped())
	f.up.isSeeding.Store(len(lacking) > seedBatch)
	defer f.up.isSeeding.Store(false)
	var added []row
	for batch := range slices.Chunk(lacking, seedBatch) {
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
	shipped, err := directusschema.Languages()
	if err != nil {
		return err
	}
	var found []languageCode
	if err := f.up.search(ctx, languages, query{"fields": []string{"iso"}, "limit": -1}, &found); err != nil {
		return err
	}
	lacking := slices.DeleteFunc(shipped, func(l directusschema.Language) bool {
		return slices.Contains(found, languageCode{l.ISO})
	})
	if len(lacking) == 0 {
		return nil
	}
	_, err = f.up.change(ctx, http.MethodPost, languages, lacking)
	return err
}
