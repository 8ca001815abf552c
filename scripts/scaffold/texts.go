package main

import (
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// wording is a text in both languages.
type wording struct{ en, de string }

// texts are those of the resource, by their keys. A field is called what most fields of that name are called elsewhere,
// else by the words of its name; what the list of words does not know stays English in German, where the check of texts
// lists it.
func (r kind) texts(known map[string]wording) map[string]wording {
	list := germanList()
	at := "resources." + r.Name
	out := map[string]wording{
		at + ".sections.general": {"General", "Allgemein"}, at + ".name": worded(list, r.Name),
		at + ".plural": worded(list, plural(r.Name)),
	}
	if r.has("status") {
		for key, text := range statusTexts {
			out[at+".actions.changeStatus."+key] = text
		}
	}
	for _, f := range r.Fields {
		of, has := known[f.Name]
		if !has {
			of = worded(list, f.Name)
		}
		out[at+".fields."+f.Name] = of
		if shown, has := known[f.shown()]; has && f.shown() != f.Name {
			of = shown
		}
		out[at+".fields."+f.shown()] = of
		if f.shape().Filter {
			out[at+".filters."+f.Name] = out[at+".fields."+f.Name]
		}
		for _, v := range f.Values {
			out["enum."+enumKey(r, f)+"."+v] = wordedValue(list, v)
		}
	}
	return out
}

// statusTexts are those of the action that changes a status.
var statusTexts = map[string]wording{
	"label": {"Change status", "Status ändern"}, "title": {"Change status", "Status ändern"},
	"submit": {"Change status", "Status ändern"}, "done": {"Status changed", "Status geändert"},
	"fields.status": {"Status", "Status"}, "fields.reason": {"Reason", "Grund"},
	"fields.comment": {"Comment", "Kommentar"},
}

// worded reads a name in camel case, without the Id of a reference.
func worded(list map[string]germanWord, name string) wording {
	return wordedAs(list, strings.Join(words(strings.TrimSuffix(name, "Id")), " "))
}

// wordedValue reads a value, such as NOT_STARTED.
func wordedValue(list map[string]germanWord, value string) wording {
	return wordedAs(list, strings.ReplaceAll(strings.ToLower(value), "_", " "))
}

func wordedAs(list map[string]germanWord, text string) wording {
	en := strings.ToUpper(text[:1]) + text[1:]
	return wording{en, cmp.Or(list[text].one, en)}
}

// english are the keys of texts that are left in English and that the list does not say to be German too.
func english(texts map[string]wording) (out []string) {
	list := germanList()
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		text := texts[key]
		if text.en == text.de && list[strings.ToLower(text.en)].one != text.de {
			out = append(out, key)
		}
	}
	return out
}

// knownTexts are the labels of the fields of all resources, by the name of the field: of several the most frequent one.
func knownTexts(seed string) (map[string]wording, error) {
	en, err := seedTexts(filepath.Join(seed, "en"))
	if err != nil {
		return nil, err
	}
	de, err := seedTexts(filepath.Join(seed, "de"))
	if err != nil {
		return nil, err
	}
	times := map[string]map[wording]int{}
	for key, text := range en {
		before, name, found := strings.Cut(key, ".fields.")
		if !found || strings.Count(before, ".") != 1 || !strings.HasPrefix(before, "resources.") || de[key] == "" {
			continue
		}
		if times[name] == nil {
			times[name] = map[wording]int{}
		}
		times[name][wording{text, de[key]}]++
	}
	out := map[string]wording{}
	for name, of := range times {
		out[name] = slices.MaxFunc(slices.Collect(maps.Keys(of)), func(a, b wording) int {
			return cmp.Or(cmp.Compare(of[a], of[b]), cmp.Compare(b.en, a.en), cmp.Compare(b.de, a.de))
		})
	}
	return out, nil
}

// seedTexts are all texts of a folder.
func seedTexts(folder string) (map[string]string, error) {
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
		if err := json.Unmarshal(b, &out); err != nil {
			return nil, err
		}
	}
	return out, nil
}
