package content

import (
	"sync/atomic"
)

// Messages answers with texts from memory, always and at once; only a start may be too early for that.
type Messages struct {
	read func() *texts // the first ones
	now  atomic.Pointer[texts]
}

func (m *Messages) texts() *texts {
	if now := m.now.Load(); now != nil {
		return now
	}
	m.now.CompareAndSwap(nil, m.read())
	return m.now.Load()
}

// Version names the texts of this moment; it changes when any text does and is the same in every copy of the service.
func (m *Messages) Version() string { return m.texts().version }

// Set returns all texts for a client's name ("" = default) and a locale: the client's text, else the default one, else
// the English one. Unknown clients and locales are not an error. The set is shared: do not change it.
func (m *Messages) Set(client, locale string) *Set { return m.texts().set(client, locale) }

// Text returns one text, or the key when there is none.
func (m *Messages) Text(client, locale, key string) string {
	if value, ok := m.Set(client, locale).Texts[key]; ok {
		return value
	}
	return key
}
