package content

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// backup is the last good state on disk, for starts without Directus.
type backup struct {
	file string
}

type saved struct {
	Rows    []row      `json:"rows"`
	Clients []customer `json:"clients"`
	// Activity is the newest change in Directus that was seen by then: a database with fewer is another one.
	Activity int64 `json:"activity"`
}

// load returns the last good texts over the shipped ones: a new release may have keys the backup never saw.
func (b *backup) load(shipped []row) *texts {
	stored := b.read()
	rows := missing(stored.Rows, shipped)
	if len(stored.Rows) > 0 {
		rows = append(stored.Rows, rows...)
	}
	return newTexts(rows, stored.Clients)
}

// read returns what was saved last. An unreadable backup is no backup.
func (b *backup) read() (stored saved) {
	if raw, err := os.ReadFile(b.file); err != nil || json.Unmarshal(raw, &stored) != nil {
		return saved{}
	}
	return stored
}

// rows are those of the last good texts by their collections, none where there is no backup.
func (b *backup) rows() map[string]map[int64]row {
	stored := b.read()
	if stored.Rows == nil {
		return nil
	}
	out := map[string]map[int64]row{defaultTexts: {}, clientTexts: {}}
	for _, r := range stored.Rows {
		out[collectionOf(r)][r.ID] = r
	}
	return out
}

// save replaces the backup in one step, so that a crash leaves the old or the new one.
func (b *backup) save(s saved) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(b.file), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(b.file), "messages-*.new")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // it is gone once the rename has worked
	_, err = f.Write(raw)
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), b.file)
}

// missing returns the default rows of want that have has not, whatever their values.
func missing(has, want []row) []row {
	if len(has) == 0 {
		return want
	}
	present := make(map[[2]string]bool, len(has))
	for _, r := range has {
		if r.Client == 0 {
			present[[2]string{r.Locale, r.Key}] = true
		}
	}
	var out []row
	for _, r := range want {
		if !present[[2]string{r.Locale, r.Key}] {
			out = append(out, r)
		}
	}
	return out
}
