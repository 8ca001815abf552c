package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
)

// asOfName stands beside the languages of a file. It is no name of a key or a language.
const asOfName = "@asOf"

// maxNesting is how deep the names of a key may lie in each other.
const maxNesting = 20

// writeJSON writes {"@asOf":"…","<locale>":{"<key>":"<text>"}}.
func writeJSON(w io.Writer, texts []Text, o Options) error {
	file := map[string]any{asOfName: o.AsOf}
	for _, t := range texts {
		of, ok := file[t.Locale].(map[string]string)
		if !ok {
			of = map[string]string{}
			file[t.Locale] = of
		}
		of[t.Key] = t.Value
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(file)
}

// readJSON reads what was written, or the texts of one language, flat or nested: {"menu":{"home":"…"}} is menu.home.
func readJSON(raw []byte, o Options) ([]Text, error) {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	file, err := tree(raw)
	if err != nil {
		return nil, err
	}
	asOf, isOurs := file[asOfName].(string)
	delete(file, asOfName)
	if o.Locale != "" && !isOurs {
		return flat(nil, Text{Locale: o.Locale}, file, 0)
	}
	var out []Text
	for _, locale := range slices.Sorted(maps.Keys(file)) {
		of, ok := file[locale].(map[string]any)
		if !ok {
			out = append(out, Text{Key: locale, Fault: NoLocale})
			continue
		}
		var err error
		if out, err = flat(out, Text{Locale: locale, AsOf: asOf}, of, 0); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// tree is the object that a file is, whose members have names of their own.
func tree(raw []byte) (out map[string]any, err error) {
	err = json.Unmarshal(raw, &out)
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		return nil, unreadableAt("json", 1+bytes.Count(raw[:min(int(wrong.Offset), len(raw))], []byte("\n")))
	}
	if err != nil || out == nil {
		return nil, unreadable("json")
	}
	if err := resource.Unambiguous(raw); err != nil {
		for name := range fault.From(err).Fields {
			return nil, fault.Validation().Field("resourceId", aboutFile+"twice", map[string]any{"name": name})
		}
	}
	return out, nil
}

// flat appends the texts of a tree, whose names are joined by dots.
func flat(to []Text, like Text, tree map[string]any, depth int) ([]Text, error) {
	if depth > maxNesting || len(to) > mostTexts {
		return nil, unreadable("json")
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		t := like
		if t.Key != "" {
			t.Key += "."
		}
		t.Key += name
		switch value := tree[name].(type) {
		case map[string]any:
			var err error
			if to, err = flat(to, t, value, depth+1); err != nil {
				return nil, err
			}
			continue
		case string:
			t.Value = value
		default:
			t.Fault = NotText
		}
		to = append(to, t)
	}
	return to, nil
}
