package content

import (
	"maps"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Coverage says how far the texts of one language are, for the product itself (client 0) or for one client.
type Coverage struct {
	Client int64  `json:"client"`
	Locale string `json:"locale"`
	Used   int    `json:"used"`
	// of the used keys that have a text of their own: the others of a client show that of the product
	Own     int `json:"own"`
	Missing int `json:"missing"`
	Stale   int `json:"stale"`
	Broken  int `json:"broken"`
	Draft   int `json:"draft"`
	Percent int `json:"percent"` // of the used keys that have a text, cut off: all but one are not all
}

// Coverage returns the state of the languages of a client, or of the product's own texts: those that any client uses or
// anybody has written in. A language that is asked for by name is told of before it is one of them, so that one knows
// what is missing before it is switched on. A client the caller does not see is NOT_FOUND.
func (m *Messages) Coverage(who *role.Caller, client int64, locale string) ([]Coverage, error) {
	t := m.texts()
	locales, ok := t.locales(client)
	if !ok || !canSeeClient(who, client) {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "no such client")
	}
	out := []Coverage{}
	for _, iso := range locales {
		if locale == "" || sameLocale(locale, iso) {
			out = append(out, t.coverage(messageSet{client, iso}))
		}
	}
	if len(out) == 0 && localeName.MatchString(locale) {
		out = append(out, t.counted(messageSet{client, t.named(locale)}))
	}
	return out, nil
}

// locales lists the languages that count for a client or for the product, English first.
func (t *texts) locales(client int64) ([]string, bool) {
	seen := map[string]bool{source: true}
	known := client == 0
	for _, c := range t.customers {
		if client != 0 && c.ID != client {
			continue
		}
		known = true
		for _, iso := range c.isos() {
			seen[iso] = true
		}
	}
	for at := range t.rows {
		if at.Client == 0 && client == 0 {
			seen[at.Locale] = true
		}
	}
	delete(seen, source)
	return append([]string{source}, slices.Sorted(maps.Keys(seen))...), known
}

// coverage counts once for each moment and place.
func (t *texts) coverage(at messageSet) Coverage {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.covered[at]; ok {
		return known
	}
	out := t.counted(at)
	t.covered[at] = out
	return out
}

func (t *texts) counted(at messageSet) Coverage {
	out := Coverage{Client: at.Client, Locale: at.Locale}
	for key := range t.keysInUse(at.Client) {
		out.Used++
		t.count(&out, at, key)
	}
	out.Percent = 100
	if out.Used > 0 {
		out.Percent = (out.Used - out.Missing) * 100 / out.Used
	}
	return out
}

// keysInUse are the keys that texts are wanted for: those with an English one.
func (t *texts) keysInUse(client int64) map[string]bool {
	out := map[string]bool{}
	for _, at := range []messageSet{{0, source}, {client, source}} {
		for key := range t.rows[at] {
			out[key] = true
		}
	}
	return out
}

// count adds one key. A client shows the text of the product where it has none of its own, which is then judged there.
func (t *texts) count(out *Coverage, at messageSet, key string) {
	value, ok := t.rows[at][key]
	if !ok {
		if _, behind := t.rows[messageSet{0, at.Locale}][key]; !behind || at.Client == 0 {
			out.Missing++
		}
		return
	}
	out.Own++
	if t.states[at][key] != stateStale && IsBroken(at.Locale, value, t.origin(at, key)) {
		out.Broken++
		return
	}
	t.countState(out, at, key)
}

func (t *texts) countState(out *Coverage, at messageSet, key string) {
	switch t.states[at][key] {
	case stateStale:
		out.Stale++
	case stateDraft:
		out.Draft++
	}
}

// excuse counts a text that is only broken because it lacks forms, which somebody has set aside, by the state that it
// has.
func (t *texts) excuse(out *Coverage, dismissed []DismissedFinding) {
	at := messageSet{out.Client, out.Locale}
	used := t.keysInUse(at.Client)
	for _, a := range dismissed {
		isHere := t.states[at][a.Key] != stateStale && a.Finding == FindsForms && a.Locale == at.Locale && a.Value != "" &&
			used[a.Key]
		if !isHere || t.rows[at][a.Key] != a.Value || t.origin(at, a.Key) != a.Source ||
			!missesForms(a.Locale, a.Value, a.Source) {
			continue
		}
		if a.Source == "" || mismatch(a.Value, a.Source) == nil {
			out.Broken--
			t.countState(out, at, a.Key)
		}
	}
}

// sameStates says whether nothing differs that coverage is counted from beside the texts themselves.
func (t *texts) sameStates(other *texts) bool {
	return maps.EqualFunc(t.states, other.states, maps.Equal) &&
		slices.EqualFunc(t.customers, other.customers, func(a, b customer) bool {
			return a.ID == b.ID && slices.Equal(a.Languages, b.Languages)
		})
}

// origin is the text that the one of a place is made from; empty for the English one of the product.
func (t *texts) origin(at messageSet, key string) string {
	if at.Locale != source {
		if own, ok := t.rows[messageSet{at.Client, source}][key]; ok {
			return own
		}
	} else if at.Client == 0 {
		return ""
	}
	return t.rows[messageSet{0, source}][key]
}
