package content

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"

	directusschema "poolkeeper.example/directus-schema"
)

// The collections of Directus, all there are.
const (
	languages       = "d_language"
	clients         = "d_client"
	clientLanguages = "d_client_languages"
	defaultTexts    = "d_translation_keys"
	clientTexts     = "d_translation_client_keys"
)

// source is the locale texts are written in first; it is also the last fallback.
const source = "en"

// row is one text of either collection; Client is 0 in the default one.
type row struct {
	ID         int64  `json:"id,omitempty"`
	Client     int64  `json:"client,omitempty"`
	Locale     string `json:"locale"`
	Key        string `json:"messageKey"`
	Value      string `json:"messageValue"`
	State      string `json:"state,omitempty"`
	SourceHash string `json:"sourceHash,omitempty"`
	MaxLength  int    `json:"maxLength,omitempty"`
	// Description tells translators what the text is for; only default texts have one.
	Description string `json:"description,omitempty"`
	// Updated and UpdatedBy say when it was changed last, and who did it through the panel.
	Updated   string `json:"dateUpdated,omitempty"`
	UpdatedBy string `json:"updatedBy,omitempty"`
}

// messageSet is where a message set lives: a client (0 = default) and a locale.
type messageSet struct {
	Client int64
	Locale string
}

func (r row) messageSet() messageSet { return messageSet{r.Client, r.Locale} }

// customer is a row of d_client with its languages in order.
type customer struct {
	ID        int64          `json:"id"`
	Name      string         `json:"name"`
	Languages []languageCode `json:"languages"`
}

type languageCode struct {
	ISO string `json:"iso"`
}

func (c customer) isos() []string {
	out := make([]string, len(c.Languages))
	for i, l := range c.Languages {
		out[i] = l.ISO
	}
	return out
}

// digest names a text in sourceHash: a translation is stale when its source no longer has the digest it was made for.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// shippedRows returns the texts of the product as rows that can be written as they are.
func shippedRows(texts map[string]map[string]string) []row {
	var out []row
	for locale, values := range texts {
		for key, value := range values {
			r := row{Locale: locale, Key: key, Value: value, State: stateTranslated}
			if origin, ok := texts[source][key]; ok {
				r.SourceHash = digest(origin)
			}
			out = append(out, r)
		}
	}
	return out
}

// textsHere are the texts that the binary holds. A test of them fails before any that cannot be read is shipped.
func textsHere() map[string]map[string]string {
	texts, err := directusschema.Texts()
	if err != nil {
		panic(err)
	}
	return texts
}

// shippedHere are those texts as rows, which nobody changes.
var shippedHere = sync.OnceValue(func() []row { return shippedRows(textsHere()) })
