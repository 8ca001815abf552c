package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// texts are those of the resource in a language. A field is called what fields of that name are called elsewhere; what the
// language has no word for yet stays as its English reads.
func (r kind) texts(known map[string]string, general string) map[string]string {
	at := "resources." + r.Name
	out := map[string]string{at + ".name": sentence(r.Name), at + ".plural": sentence(plural(r.Name)), at + ".sections.general": general}
	for _, f := range r.Fields {
		for _, name := range []string{f.Name, f.shown()} {
			if out[at+".fields."+name] = known[name]; known[name] == "" {
				out[at+".fields."+name] = sentence(strings.TrimSuffix(name, goName(f.Shows)))
			}
		}
		if f.shape().Filter {
			out[at+".filters."+f.Name] = out[at+".fields."+f.Name]
		}
		for _, v := range f.Values {
			out["enum."+enumKey(r, f)+"."+v] = sentence(strings.ToLower(v[:1]) + strings.ToLower(v[1:]))
		}
	}
	return out
}

// generals are the titles of the one section.
var generals = map[string]string{"en": "General", "de": "Allgemein"}

// knownTexts are the labels of all fields in a language, by the name of the field.
func knownTexts(folder string) (map[string]string, error) {
	out := map[string]string{}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var all map[string]string
		if err := json.Unmarshal(b, &all); err != nil {
			return nil, err
		}
		for key, text := range all {
			if before, name, found := strings.Cut(key, ".fields."); found && strings.HasPrefix(before, "resources.") {
				out[name] = text
			}
		}
	}
	return out, nil
}
