package exchange_test

import (
	"maps"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content/exchange"
	"poolkeeper.example/extension-service/internal/test/textfiletest"
)

// German texts as other programs write them, in small and large files, are read as those programs mean them, and come
// back unchanged from a file of each of our formats.
func TestFile_OfOtherTools_IsImportedAndExportedUnchanged(t *testing.T) {
	t.Parallel()
	textfiletest.Each(t, func(t *testing.T, f textfiletest.File) {
		t.Parallel()
		o := toolOptions(f.Name)
		o.Encoding = f.Chosen
		read, err := exchange.Read(f.Raw, "", o)
		if err != nil || read.NeedsChoice() {
			t.Fatalf("%d bytes: %+v %v", len(f.Raw), read, err)
		}
		texts := germanTexts(t, f, read)
		for _, format := range formats {
			again, err := exchange.Read(written(t, format, texts, options()), format, options())
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			germanTexts(t, f, again)
		}
	})
}

// germanTexts are the German texts that were read of a file, which must be the wanted ones: no other, and none lost.
func germanTexts(t *testing.T, f textfiletest.File, read *exchange.File) (texts []exchange.Text) {
	t.Helper()
	missing, origins := maps.Clone(f.Want), f.Origins()
	for _, one := range read.Texts {
		if one.Locale != "de" || one.Value == "" && one.Fault == "" {
			continue // English texts, and what is not translated yet
		}
		key := strings.TrimPrefix(one.Key, f.Keys)
		one.Value = exchange.AdaptPlaceholders(one.Value, origins[key], one.Count)
		if wanted, isWanted := f.Want[key]; !isWanted || one.Value != wanted || one.Fault != "" {
			t.Errorf("%s is %.80q %s, want %.80q", one.Key, one.Value, one.Fault, wanted)
		}
		// our JSON has no states
		if isReviewed := one.State == "REVIEWED"; read.Format != exchange.JSON &&
			isReviewed != (f.Reviewed && key == "hello") {
			t.Errorf("%s is %q", one.Key, one.State)
		}
		one.Source = origins[key]
		texts = append(texts, one)
		delete(missing, key)
	}
	for key := range missing {
		t.Errorf("%s is lost", key)
	}
	return texts
}
