package exchange

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// formKey is the key of one plural form: that of the text with the name of the form behind a mark, as i18next
// (item_one) and Rails (item.one) have them.
var formKey = regexp.MustCompile(`^(.+)(_|\.)(zero|one|two|few|many|other)$`)

// pluralSet are the forms of one text in one language.
type pluralSet struct {
	locale, base, seam string
	at                 map[string]int // where each form stands among the texts
}

// joinPlurals makes one text of those that are its plural forms.
func joinPlurals(texts []Text, o Options) []Text {
	var order []string
	sets := map[string]*pluralSet{}
	for i, t := range texts {
		found := formKey.FindStringSubmatch(t.Key)
		if found == nil || t.Fault != "" {
			continue
		}
		if found[2] == "_" && strings.HasSuffix(found[1], "_ordinal") {
			texts[i].Fault = Ordinal
			continue
		}
		id := t.Locale + " " + found[1] + found[2]
		if sets[id] == nil {
			sets[id] = &pluralSet{t.Locale, found[1], found[2], map[string]int{}}
			order = append(order, id)
		}
		sets[id].at[found[3]] = i
	}
	gone := map[int]bool{}
	var joined []Text
	for _, id := range order {
		if s := sets[id]; s.isPlural(texts, o) {
			joined = append(joined, s.join(texts, o)...)
			for _, i := range s.at {
				gone[i] = true
			}
		}
	}
	return slices.Concat(removeTexts(texts, gone), joined)
}

func removeTexts(texts []Text, gone map[int]bool) []Text {
	var out []Text
	for i, t := range texts {
		if !gone[i] {
			out = append(out, t)
		}
	}
	return out
}

// isPlural says whether keys are those of plural forms: none is a key of its own, there is the form that every language
// has, and in an object there is nothing beside the forms.
func (s *pluralSet) isPlural(texts []Text, o Options) bool {
	isKey := func(key string) bool { return o.IsKey != nil && o.IsKey(key) }
	for form := range s.at {
		if isKey(s.base + s.seam + form) {
			return false
		}
	}
	_, hasOther := s.at["other"]
	if !isKey(s.base) && (!hasOther || len(s.at) < 2) {
		return false
	}
	return s.seam != "." || !slices.ContainsFunc(texts, func(t Text) bool {
		return t.Locale == s.locale && strings.HasPrefix(t.Key, s.base+".") && !s.has(t.Key)
	})
}

func (s *pluralSet) has(key string) bool {
	_, is := s.at[strings.TrimPrefix(key, s.base+s.seam)]
	return is
}

func (s *pluralSet) join(texts []Text, o Options) []Text {
	values := map[string]string{}
	var t Text
	for form, i := range s.at {
		values[form], t = texts[i].Value, texts[i]
	}
	t.Key, t.Count = s.base, "count"
	locale, _ := o.localeOf(s.locale)
	return joinForms(t, values, o.Forms(locale), func(form string) string { return s.base + s.seam + form })
}

// joinOldPlurals makes one text of item and item_plural, as older files of i18next have them, in languages with two
// forms.
func joinOldPlurals(texts []Text, o Options) []Text {
	at := map[string]int{}
	for i, t := range texts {
		at[t.Locale+" "+t.Key] = i
	}
	gone := map[int]bool{}
	for i, t := range texts {
		base, isPlural := strings.CutSuffix(t.Key, "_plural")
		one, hasOne := at[t.Locale+" "+base]
		locale, _ := o.localeOf(t.Locale)
		if !isPlural || !hasOne || t.Fault != "" || len(o.Forms(locale)) != 2 || o.IsKey != nil && o.IsKey(t.Key) {
			continue
		}
		if first := &texts[one]; first.Fault == "" && first.Value != "" && t.Value != "" {
			first.Value, first.Count = first.Value+usualSeam+t.Value, "count"
			gone[i] = true
		}
	}
	return removeTexts(texts, gone)
}
