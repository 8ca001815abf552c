// Package directusschema holds the texts and languages the product ships with.
package directusschema

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
)

//go:embed seed languages.json plurals.json checks.json
var embedded embed.FS

// files are those of the binary, or of the tree that ReadTree names.
var files fs.FS = embedded

// ReadTree has the files of a working tree take the place of those that the binary holds, so that a text needs no
// compiler. It is called before anything else, by make dev alone.
func ReadTree(root string) { files = os.DirFS(filepath.Join(root, "directus-schema")) }

// Language is one row of d_language.
type Language struct {
	ISO    string `json:"iso"`
	Name   string `json:"name"`
	Active bool   `json:"active"`
	Sort   int    `json:"sort"`
}

// Languages lists the languages a fresh installation offers.
func Languages() ([]Language, error) {
	raw, err := fs.ReadFile(files, "languages.json")
	if err != nil {
		return nil, err
	}
	var out []Language
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("languages.json: %w", err)
	}
	return out, nil
}

// Plurals returns which form of a text a whole number takes: locale → form → rule. Forms and rules are those of CLDR.
func Plurals() (map[string]map[string]string, error) {
	raw, err := fs.ReadFile(files, "plurals.json")
	if err != nil {
		return nil, err
	}
	var out map[string]map[string]string
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("plurals.json: %w", err)
	}
	return out, nil
}

// Checks are the measures by which translations are looked at. The panel reads the same file.
type Checks struct {
	LongerThan float64             `json:"longerThan"` // times the length of the English text
	Ends       map[string]string   `json:"ends"`       // marks at the end of a text, and the English mark each stands for
	Without    map[string][]string `json:"without"`    // an English mark, and the languages that do without it
}

// TextChecks returns them.
func TextChecks() (out Checks, err error) {
	raw, err := fs.ReadFile(files, "checks.json")
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		return out, fmt.Errorf("checks.json: %w", err)
	}
	return out, nil
}

// Texts returns the shipped texts: locale → message key → value. They are read once; nobody changes them.
var Texts = sync.OnceValues(func() (map[string]map[string]string, error) { return TextsIn(files) })

// TextsIn returns the texts of the files seed/<locale>/<area>.json. The areas of a locale are merged; a key that stands
// in two of them is an error, since nobody could say which one counts.
func TextsIn(fsys fs.FS) (map[string]map[string]string, error) {
	names, err := fs.Glob(fsys, "seed/*/*.json") // in a stable order
	if err != nil {
		return nil, err
	}
	out := map[string]map[string]string{}
	for _, name := range names {
		locale := path.Base(path.Dir(name))
		if out[locale] == nil {
			out[locale] = map[string]string{}
		}
		if err := merge(out[locale], fsys, name); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func merge(texts map[string]string, fsys fs.FS, name string) error {
	raw, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	var area map[string]string
	if err := json.Unmarshal(raw, &area); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for key, value := range area {
		if _, exists := texts[key]; exists {
			return fmt.Errorf("%s: the key %q stands in another area too", name, key)
		}
		texts[key] = value
	}
	return nil
}
