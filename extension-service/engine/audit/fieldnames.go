package audit

import "slices"

// Translate names the fields of an entry as the screens of their record do; one that no screen has keeps its name.
// Where two have the same label, the name of the field stands behind it.
func (e *Entry) Translate(text func(key string) string) {
	labels, uses := map[string]string{}, map[string]int{}
	for _, field := range e.fields() {
		labels[field] = labelOf(e.Entity, field, text)
		uses[labels[field]]++
	}
	for field, label := range labels {
		if uses[label] > 1 {
			labels[field] = label + " (" + field + ")"
		}
	}
	changed := make([]string, len(e.Changed))
	for i, field := range e.Changed {
		changed[i] = labels[field]
	}
	e.Changed, e.Before, e.After = changed, renamed(e.Before, labels), renamed(e.After, labels)
}

// fields are all that an entry says something of, each once.
func (e *Entry) fields() []string {
	out := slices.Clone(e.Changed)
	for _, values := range []Values{e.Before, e.After} {
		for field := range values {
			out = append(out, field)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// labelOf is what a screen calls a field of a kind of record.
func labelOf(entity, field string, text func(key string) string) string {
	keys := []string{"resources." + entity + ".fields." + field}
	switch entity {
	case "setting":
		keys = append(keys, "setting."+field+".label")
	case "rateFormula": // its fields are those of a client
		keys = append(keys, "resources.client.fields."+field)
	}
	for _, key := range append(keys, "audit.field."+field) {
		if label := text(key); label != key {
			return label
		}
	}
	return field
}

func renamed(values Values, labels map[string]string) Values {
	out := make(Values, len(values))
	for field, value := range values {
		out[labels[field]] = value
	}
	return out
}
