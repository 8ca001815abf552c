package audit

import (
	"encoding/json"
	"slices"
)

// Translate names the fields of an entry as the screens of their record do; one that no screen has keeps its name.
func (e *Entry) Translate(text func(key string) string) {
	name := func(field string) string {
		keys := append(labelKeys(e.Entity, field), "audit.field."+field)
		if i := slices.IndexFunc(keys, func(key string) bool { return text(key) != key }); i >= 0 {
			return text(keys[i])
		}
		return field
	}
	changed := make([]string, len(e.Changed))
	for i, field := range e.Changed {
		changed[i] = name(field)
	}
	e.Changed, e.Before, e.After = changed, renamed(e.Before, name), renamed(e.After, name)
}

// labelKeys are the texts that may name a field of a kind of record, the best first.
func labelKeys(entity, field string) []string {
	out := []string{"resources." + entity + ".fields." + field}
	switch entity {
	case "setting":
		return append(out, "setting."+field+".label")
	case "rateFormula": // its fields are those of a client
		return append(out, "resources.client.fields."+field)
	}
	return out
}

func renamed(values Values, name func(field string) string) Values {
	out := make(map[string]json.RawMessage, len(values))
	for field, value := range values {
		out[name(field)] = value
	}
	return out
}
