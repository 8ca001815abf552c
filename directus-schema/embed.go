// Package directusschema holds the texts and languages the product ships with.
package directusschema

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

//go:embed seed languages.json
var files embed.FS

// Language is one row of d_language.
type Language struct {
	ISO    string `json:"iso"`
	Name   string `json:"name"`
	Active bool   `json:"active"`
	Sort   int    `json:"sort"`
}

// Languages lists the languages a fresh installation offers.
func Languages() ([]Language, error) {
	raw, err := files.ReadFile("languages.json")
	if err != nil {
		return nil, err
	}
	var out []Language
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("languages.json: %w", err)
	}
	return out, nil
}

// Texts returns the shipped texts: locale → message key → value. The areas of a locale are merged; a key that stands in
// two of them is an error, since nobody could say which one counts.
func Texts() (map[string]map[string]string, error) {
	names, err := areas()
	if err != nil {
		return nil, err
	}
	out := map[string]map[string]string{}
	for _, name := range names {
		locale := path.Base(path.Dir(name))
		if out[locale] == nil {
			out[locale] = map[string]string{}
		}
		if err := merge(out[locale], name); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// areas lists the files seed/<locale>/<area>.json in a stable order.
func areas() ([]string, error) {
	locales, err := files.ReadDir("seed")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, locale := range locales {
		entries, err := files.ReadDir(path.Join("seed", locale.Name()))
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if strings.HasSuffix(entry.Name(), ".json") {
				out = append(out, path.Join("seed", locale.Name(), entry.Name()))
			}
		}
	}
	return out, nil
}

func merge(texts map[string]string, name string) error {
	raw, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	var area map[string]string
	if err := json.Unmarshal(raw, &area); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for key, value := range area {
		if _, taken := texts[key]; taken {
			return fmt.Errorf("%s: the key %q stands in another area too", name, key)
		}
		texts[key] = value
	}
	return nil
}
