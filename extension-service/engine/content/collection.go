package content

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/platform/role"
)

// collection is what the gateway lets people do with one collection of Directus. A collection or verb that is not here
// does not exist for the outside.
type collection struct {
	fields fields                     // what may be asked for, filtered and sorted by
	verbs  map[string]role.Permission // by method; SEARCH reads like GET
	client string                     // the field that holds the client, which the caller's scope limits
	key    *regexp.Regexp             // what an id looks like
	name   string                     // the field of the id

	oneByOne bool // a change names its row
}

// methods lists those of the collection, or of one of its rows, as Allow names them.
func (c collection) methods(one bool) []string {
	var out []string
	for verb := range c.verbs {
		switch {
		case one && verb == http.MethodPost, !one && verb == http.MethodPatch && c.oneByOne:
			continue
		case verb == http.MethodGet:
			out = append(out, http.MethodHead)
			if !one {
				out = append(out, search)
			}
		}
		out = append(out, verb)
	}
	slices.Sort(out)
	return out
}

// fields are the names that may stand in a query; a name with fields of its own is a hop to the rows of the junction.
type fields map[string]fields

var (
	numericID  = regexp.MustCompile(`^[1-9][0-9]{0,15}$`)
	localeName = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)
	keyPattern = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,150}$`)
)

var (
	reading = map[string]role.Permission{http.MethodGet: role.TranslationRead}
	editing = map[string]role.Permission{
		http.MethodGet: role.TranslationRead, http.MethodPost: role.TranslationWrite,
		http.MethodPatch: role.TranslationWrite, http.MethodDelete: role.TranslationWrite,
	}
)

var offered = map[string]collection{
	languages: {
		name: "iso", key: localeName, verbs: reading,
		fields: named("iso", "name", "active", "sort"),
	},
	defaultTexts: {
		name: "id", key: numericID, verbs: editing,
		fields: named("id", "locale", "messageKey", "messageValue", "state", "sourceHash", "description", "maxLength",
			"dateUpdated", "updatedBy"),
	},
	clientTexts: {
		name: "id", key: numericID, verbs: editing, client: "client",
		fields: named("id", "client", "locale", "messageKey", "messageValue", "state", "sourceHash", "dateUpdated",
			"updatedBy"),
	},
	clients: {
		name: "id", key: numericID, client: "id", oneByOne: true,
		verbs:  map[string]role.Permission{http.MethodGet: role.ClientRead, http.MethodPatch: role.ClientLanguageWrite},
		fields: fields{"id": nil, "name": nil, "languages": named("id", "client", "iso", "sort")},
	},
}

func named(names ...string) fields {
	out := fields{}
	for _, name := range names {
		out[name] = nil
	}
	return out
}

// id returns an id in the form Directus keeps it in.
func (c collection) id(text string) (any, bool) {
	if !c.key.MatchString(text) {
		return nil, false
	}
	if c.key != numericID {
		return text, true
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && n < 1<<53
}

// scope returns the filter that limits rows to the caller's clients, or nil. A scope of legal entities only covers no
// client's texts, since texts have no legal entity.
func (c collection) scope(caller *role.Caller) map[string]any {
	if c.client == "" || caller.Kind == role.System || caller.Scope.IsUnlimited() {
		return nil
	}
	if len(caller.Scope.ClientIDs) == 0 {
		return map[string]any{"id": map[string]any{"_null": true}}
	}
	return map[string]any{c.client: map[string]any{"_in": caller.Scope.ClientIDs}}
}
