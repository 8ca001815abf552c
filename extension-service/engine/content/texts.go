package content

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// Set is all texts of one client and locale. It never changes. Its forms to be sent, as JSON and as the same in Brotli,
// are made when they are first asked for: whoever needs one text, as a start does, waits for neither.
type Set struct {
	Texts  map[string]string
	ETag   string // the quoted version of all texts
	Locale string // the one found, which may be shorter than the one asked for

	// Encoded is {"key":"text",…}.
	Encoded func() (raw, packed []byte)
	// Detailed is the same with the keys whose text is that of another language, which shows in place of a missing one and
	// has the forms of its own: {"messages":{…},"fallbacks":{"en":["key",…]}}.
	Detailed func() (raw, packed []byte)
	// First is Detailed with the texts alone that the first screen of a list shows, and says that there are more:
	// {…,"more":true}.
	First func() (raw, packed []byte)
}

// texts is everything known at one moment. It never changes, apart from the sets that are built on demand.
type texts struct {
	rows    map[messageSet]map[string]string
	states  map[messageSet]map[string]string // of texts that ask for a hand
	clients map[string]int64
	spoken  map[string]bool // the languages that clients offer
	version string

	customers []customer

	mu      sync.Mutex
	sets    map[messageSet]func() *Set
	covered map[messageSet]Coverage
}

// maxSets bounds what is built; clients without texts of their own share the default sets, so few installations reach
// it.
const maxSets = 256

func newTexts(rows []row, customers []customer) *texts {
	t := &texts{
		rows: map[messageSet]map[string]string{}, states: map[messageSet]map[string]string{}, clients: map[string]int64{},
		spoken: map[string]bool{}, customers: customers,
		sets: map[messageSet]func() *Set{}, covered: map[messageSet]Coverage{},
	}
	var sum [8]byte
	for _, r := range rows {
		if r.Value == "" {
			continue // an empty value is a missing one
		}
		at := r.messageSet()
		if t.rows[at] == nil {
			t.rows[at] = map[string]string{}
		}
		t.rows[at][r.Key] = r.Value
		if r.State == stateStale || r.State == stateDraft {
			if t.states[at] == nil {
				t.states[at] = map[string]string{}
			}
			t.states[at][r.Key] = r.State
		}
		mix(&sum, r)
	}
	for _, c := range customers {
		t.clients[c.Name] = c.ID
		for _, iso := range c.isos() {
			t.spoken[iso] = true
		}
	}
	t.version = hex.EncodeToString(sum[:])
	return t
}

// mix adds a row to the version. The order of rows does not matter, so every copy of the service gives the same texts
// the same version.
func mix(sum *[8]byte, r row) {
	one := sha256.Sum256([]byte(strings.Join([]string{strconv.FormatInt(r.Client, 10), r.Locale, r.Key, r.Value}, "\x00")))
	for i := range sum {
		sum[i] ^= one[i]
	}
}

// set returns the texts of a client's name and a locale; unknown ones fall back to the default texts and to English.
func (t *texts) set(client, locale string) *Set {
	at := t.nearestPlace(messageSet{t.clients[client], strings.ReplaceAll(locale, "_", "-")})
	if !t.owns(at) {
		at.Client = 0
	}
	return t.builder(at)()
}

// builder returns what builds a set on its first call; whoever comes meanwhile waits for the same one.
func (t *texts) builder(at messageSet) func() *Set {
	t.mu.Lock()
	defer t.mu.Unlock()
	if build, ok := t.sets[at]; ok {
		return build
	}
	if len(t.sets) >= maxSets {
		clear(t.sets)
	}
	wanted := at // at itself stays on the stack of the many calls that find the set
	build := sync.OnceValue(func() *Set { return t.build(wanted) })
	t.sets[at] = build
	return build
}

// nearestPlace shortens a locale until there are texts in it or a client offers it: de-AT is de while nobody has
// written de-AT.
func (t *texts) nearestPlace(at messageSet) messageSet {
	for at.Locale != "" {
		at.Locale = t.named(at.Locale)
		if t.rows[at] != nil || t.rows[messageSet{0, at.Locale}] != nil || t.spoken[at.Locale] {
			return at
		}
		at.Locale = at.Locale[:max(strings.LastIndexByte(at.Locale, '-'), 0)]
	}
	at.Locale = source
	return at
}

func (t *texts) owns(at messageSet) bool {
	if at.Client == 0 {
		return false
	}
	return slices.ContainsFunc(chain(at), func(p messageSet) bool { return p.Client != 0 && t.rows[p] != nil })
}

// chain lists the places a text is looked up in, weakest first.
func chain(at messageSet) []messageSet {
	var out []messageSet
	add := func(locale string) {
		out = append(out, messageSet{0, locale})
		if at.Client != 0 {
			out = append(out, messageSet{at.Client, locale})
		}
	}
	if at.Locale != source {
		add(source)
	}
	for i, c := range at.Locale {
		if c == '-' {
			add(at.Locale[:i])
		}
	}
	add(at.Locale)
	return out
}

func (t *texts) build(at messageSet) *Set {
	all, from := map[string]string{}, map[string]string{}
	for _, p := range chain(at) {
		for key, value := range t.rows[p] {
			all[key], from[key] = value, p.Locale
		}
	}
	return &Set{
		Texts: all, ETag: `"` + t.version + `"`, Locale: at.Locale,
		Encoded: forms(func() any { return all }),
		Detailed: forms(func() any {
			return map[string]any{"messages": all, "fallbacks": borrowed(at.Locale, all, from)}
		}),
		First: forms(func() any {
			some := maps.Clone(all)
			maps.DeleteFunc(some, func(key, _ string) bool { return !IsFirst(key) })
			return map[string]any{"messages": some, "fallbacks": borrowed(at.Locale, some, from), "more": true}
		}),
	}
}

// forms returns what makes the forms of an answer on its first call.
func forms(answer func() any) func() (raw, packed []byte) {
	return sync.OnceValues(func() ([]byte, []byte) {
		raw := encode(answer())
		return raw, Compress(raw)
	})
}

// borrowed lists the keys by the language they come from, when that is another one than is shown. A region has the
// texts of its language, unless it has other forms.
func borrowed(locale string, texts, from map[string]string) map[string][]string {
	out := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		origin := from[key]
		if !isOf(locale, origin) || strings.Contains(texts[key], formEnd) && !maps.Equal(pluralOf(origin), pluralOf(locale)) {
			out[origin] = append(out[origin], key)
		}
	}
	return out
}

func encode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // maps of strings
	}
	return raw
}

// Compress returns a text as Brotli.
func Compress(raw []byte) []byte {
	var packed bytes.Buffer
	w := brotli.NewWriterLevel(&packed, 5)
	_, _ = w.Write(raw) // a buffer takes everything
	_ = w.Close()
	return packed.Bytes()
}
