package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/jsontext"
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

// readJSON reads what was written, or files of other tools: the texts of one language, or of each language under its
// name, flat or nested, {"menu":{"home":"…"}} is menu.home, with the plural forms of i18next; and ARB.
func readJSON(raw []byte, o Options) ([]Text, error) {
	file, err := tree(raw)
	if err != nil {
		return nil, err
	}
	asOf, isOurs := file[asOfName].(string)
	delete(file, asOfName)
	if !isOurs && isARB(file, o) {
		return readARB(file, o), nil
	}
	if !isOurs && !byLanguage(file, o) {
		texts, err := flat(nil, Text{Locale: o.Locale}, file, 0)
		return joinOldPlurals(joinPlurals(texts, o), o), err
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
	if isOurs {
		return out, nil
	}
	return joinOldPlurals(joinPlurals(out, o), o), nil
}

// byLanguage says whether a file holds the texts of each language under its name.
func byLanguage(file map[string]any, o Options) bool {
	for name, value := range file {
		_, isTree := value.(map[string]any)
		_, isLocale := o.localeOf(name)
		if !isTree || !isLocale && (len(o.Locales) > 0 || o.Locale != "") {
			return false
		}
	}
	return len(file) > 0
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
	if jsontext.CheckCharacters(raw) != nil {
		return nil, unreadable("json")
	}
	if name := jsontext.RepeatedName(raw); name != "" {
		return nil, fault.Validation().Field("resourceId", aboutFile+"twice", map[string]any{"name": name})
	}
	return out, nil
}

// flat appends the texts of a tree, whose names are joined by dots. Without a text or with null, one is still to be
// translated.
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
		case nil:
		default:
			t.Fault = NotText
		}
		to = append(to, t)
	}
	return to, nil
}

// isARB says whether a file is one of Flutter's: it names its language, or says something about a key beside it.
func isARB(file map[string]any, o Options) bool {
	if strings.HasSuffix(strings.ToLower(o.Name), ".arb") || file["@@locale"] != nil {
		return true
	}
	for name := range file {
		key, isAbout := strings.CutPrefix(name, "@")
		_, isThere := file[key].(string)
		if isAbout && isThere {
			return true
		}
	}
	return false
}

// readARB reads messages of ICU. What stands behind @ is about them.
func readARB(file map[string]any, o Options) (out []Text) {
	like := Text{Locale: o.Locale}
	for _, name := range []string{"@@locale", "_locale"} {
		if named, ok := file[name].(string); ok {
			like.Locale = named
		}
	}
	like.AsOf, _ = file["@@last_modified"].(string)
	locale, _ := o.localeOf(like.Locale)
	for _, name := range sortedKeys(file) {
		if strings.HasPrefix(name, "@") || name == "_locale" {
			continue
		}
		t := like
		t.Key = name
		switch value := file[name].(type) {
		case string:
			out = append(out, fromICU(t, &icuMessage{rest: value}, o.Forms(locale))...)
		case nil:
			out = append(out, t)
		default:
			t.Fault = NotText
			out = append(out, t)
		}
	}
	return out
}
