package content

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// actAsOutsider acts for whoever has changed something past us.
func actAsOutsider(ctx context.Context) context.Context {
	return role.With(ctx, &role.Caller{Kind: role.System, Name: Outside})
}

// chained is a journal whose steps follow each other: when somebody saves over what was changed past us a moment ago,
// that change has its step before theirs.
type chained struct {
	Journal

	history *History
}

// Record keeps the entries, and before them the steps that are missing.
func (c chained) Record(ctx context.Context, entries []Entry) error {
	return c.history.DB.Write(ctx, func(ctx context.Context) error {
		missing, err := c.history.missingBefore(ctx, entries)
		if err != nil {
			return err
		}
		if len(missing) > 0 {
			if err := c.Journal.Record(actAsOutsider(ctx), missing); err != nil {
				return err
			}
		}
		return c.Journal.Record(ctx, entries)
	})
}

// missingBefore are the steps between what the history knows of texts and what they were before the entries. Somebody
// whose own copy of a text was outdated has read it before the last step: nothing is missing then.
func (h *History) missingBefore(ctx context.Context, entries []Entry) (out []Entry, err error) {
	var keys []string
	for _, e := range entries {
		if e.Key != "" {
			keys = append(keys, e.Key)
		}
	}
	last, err := h.lastSteps(ctx, keys)
	for _, e := range entries {
		step, isKnown := last[row{Client: e.ClientID, Locale: e.Locale, Key: e.Key}]
		if !isKnown || step.After == nil && e.Before == nil {
			continue
		}
		missing := Entry{
			Action: "update", Collection: e.Collection, ID: e.ID, ClientID: e.ClientID, Locale: e.Locale,
			Key: e.Key, After: e.Before, sourceAfter: e.sourceBefore,
		}
		if step.After != nil {
			missing.Before, missing.sourceBefore = step.After.facts(e), step.After.source
		}
		switch changed, _ := time.Parse(time.RFC3339, e.updated); {
		case e.Before == nil:
			missing.Action = "delete"
		case !changed.After(step.At), step.After != nil && e.Before["messageValue"] == step.After.Text:
			continue
		case step.After == nil:
			missing.Action = "create"
		}
		out = append(out, missing)
	}
	return out, err
}

// lastSteps are the last steps of the texts of some keys.
func (h *History) lastSteps(ctx context.Context, keys []string) (map[row]Change, error) {
	var args store.Args
	found, err := h.read(ctx, "message_key IN "+store.OneOf(keys, args.Add)+`
		   AND NOT EXISTS (SELECT 1 FROM text_changes later
		                    WHERE later.message_key = text_changes.message_key AND later.locale = text_changes.locale
		                      AND later.client_id = text_changes.client_id AND later.id > text_changes.id)`, args)
	out := map[row]Change{}
	for _, c := range found {
		out[row{Client: c.Client, Locale: c.Locale, Key: c.Key}] = c
	}
	return out, err
}

func (v Value) facts(e Entry) map[string]any {
	return map[string]any{
		"locale": e.Locale, "messageKey": e.Key, "messageValue": v.Text, "state": v.State,
		"description": v.details.Description, "maxLength": v.details.MaxLength,
	}
}
