package content

import (
	"encoding/json"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
)

// version names a text as it is now: the instant of its last change, which Directus sets at each. Versions of texts are
// not counted, since people and programs change them past us as well.
func (r row) version() string { return r.Updated }

// versionOfLanguages names an order of languages.
func versionOfLanguages(isos []string) string { return strings.Join(isos, ",") }

// guard is the version the caller has of the record it changes, as If-Match; an empty one holds for whatever is there.
// A list of tags, of which one is enough, stays a list.
type guard string

func guardOf(header string) guard {
	text := strings.TrimSpace(header)
	switch tags := tagsOf(text); {
	case len(tags) == 0, slices.Contains(tags, "*"):
		return ""
	case len(tags) == 1:
		return guard(tags[0])
	}
	return guard(text)
}

// tagsOf are the tags of a header, each in quotes and weak or strong; a version may hold commas.
func tagsOf(header string) (out []string) {
	for part := range strings.SplitSeq(header, `",`) {
		if one := strings.Trim(strings.TrimPrefix(strings.TrimSpace(part), "W/"), `"`); one != "" {
			out = append(out, one)
		}
	}
	return out
}

// names says whether the guard holds for a version.
func (g guard) names(version string) bool {
	return g == "" || string(g) == version || slices.Contains(tagsOf(string(g)), version)
}

// checkVersion returns STALE_VERSION with the text as it is now when it is no longer the one the caller has.
func (g guard) checkVersion(r row) error {
	if g.names(r.version()) {
		return nil
	}
	return outdated(r, string(g))
}

// outdated says that a text is another one than somebody has, which is named by its version or is the text itself.
func outdated(r row, base string) error {
	e := fault.New(fault.Conflict, "STALE_VERSION", "this text has been changed meanwhile")
	return e.With("current", r).With("yourBase", base).With("changedBy", r.UpdatedBy).With("changedAt", r.Updated)
}

// checkLanguages is holds for the languages of a client.
func (g guard) checkLanguages(isos []string) error {
	if g.names(versionOfLanguages(isos)) {
		return nil
	}
	e := fault.New(fault.Conflict, "STALE_VERSION", "the languages have been changed meanwhile")
	return e.With("current", isos).With("yourBase", string(g))
}

// guarded makes the changes that name a version wait for each other: what is read to compare it must still hold when
// the change is written.
func (g *Gateway) guarded(c Call, change func() ([]byte, error)) ([]byte, error) {
	if guardOf(c.IfMatch) == "" {
		return change()
	}
	if c.ID == "" {
		return nil, fault.New(fault.BadRequest, "BAD_REQUEST", "If-Match is about one record")
	}
	g.changing.Lock()
	defer g.changing.Unlock()
	return change()
}

// tag returns the ETag of an answer with one text, or nothing when the answer does not show its version.
func tag(answer []byte) string {
	var body struct {
		Data json.RawMessage `json:"data"`
	}
	var one struct {
		Updated string `json:"dateUpdated"`
	}
	if json.Unmarshal(answer, &body) != nil || json.Unmarshal(body.Data, &one) != nil || one.Updated == "" {
		return ""
	}
	return `"` + one.Updated + `"`
}
