package content

import (
	"context"
	"net/http"

	"poolkeeper.example/extension-service/platform/role"
)

// The states of a text.
const (
	stateMissing    = "MISSING"
	stateDraft      = "DRAFT"
	stateTranslated = "TRANSLATED"
	stateReviewed   = "REVIEWED"
	stateStale      = "STALE"
)

// settableStates are those a person may set; MISSING, STALE and BROKEN follow from the texts.
var settableStates = []string{stateDraft, stateTranslated, stateReviewed}

// origins holds English texts, to look up what a text is a translation of.
type origins map[messageSet]map[string]string

func originsOf(rows []row) origins {
	out := origins{}
	for _, r := range rows {
		if r.Locale != source || r.Value == "" {
			continue
		}
		if out[r.messageSet()] == nil {
			out[r.messageSet()] = map[string]string{}
		}
		out[r.messageSet()][r.Key] = r.Value
	}
	return out
}

// originText returns the text r is made from: the client's own English one, else the default English one. The default
// English text is made from nothing.
func (o origins) originText(r row) (string, bool) {
	if r.Client != 0 && r.Locale != source {
		if text, ok := o[messageSet{r.Client, source}][r.Key]; ok {
			return text, true
		}
	}
	if r.Client == 0 && r.Locale == source {
		return "", false
	}
	text, ok := o[messageSet{0, source}][r.Key]
	return text, ok
}

// change is what is written to one row.
type change map[string]any

// stale returns the change a row needs after its source changed, or nil. A row that was made past us has no digest yet
// and counts as made from the source of today.
func (o origins) stale(r row) change {
	text, ok := o.originText(r)
	switch {
	case !ok || r.Value == "" || r.SourceHash == digest(text):
		return nil
	case r.SourceHash == "":
		return change{"id": r.ID, "sourceHash": digest(text)}
	case r.State == stateStale || r.State == stateBroken && o.isBroken(r, nil):
		return nil
	}
	return change{"id": r.ID, "state": stateStale}
}

// edited returns the change a row needs after its value was edited past us, or nil: it fits the source of today, and
// cannot be reviewed.
func (o origins) edited(r row, dismissed []DismissedFinding) change {
	text, ok := o.originText(r)
	if r.Value == "" || r.Locale == source && r.Client == 0 {
		text, ok = r.Value, r.Value != ""
	}
	if !ok {
		return nil
	}
	after := r
	after.SourceHash = digest(text)
	if after.SourceHash != r.SourceHash {
		after.State = stateTranslated
	}
	after.State = o.stateFor(after, dismissed)
	if after == r {
		return nil
	}
	return change{"id": r.ID, "state": after.State, "sourceHash": after.SourceHash}
}

// markStale writes what changed sources mean for the rows made from them.
func markStale(ctx context.Context, up *upstream, o origins, rows []row) error {
	changes := map[string][]change{}
	for _, r := range rows {
		if c := o.stale(r); c != nil {
			changes[collectionOf(r)] = append(changes[collectionOf(r)], c)
		}
	}
	return apply(role.AsSystem(ctx, "texts"), up, changes) // a consequence, whoever may edit those
}

func apply(ctx context.Context, up *upstream, changes map[string][]change) error {
	for collection, list := range changes {
		if _, err := up.change(ctx, http.MethodPatch, collection, list); err != nil {
			return err
		}
	}
	return nil
}

func collectionOf(r row) string {
	if r.Client == 0 {
		return defaultTexts
	}
	return clientTexts
}
