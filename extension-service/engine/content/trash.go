package content

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// trashDays is how long a removed text can be put back.
const trashDays = 30

// TrashedKey is a key of a set with the texts of it that were removed, or one that could be.
type TrashedKey struct {
	Key string `json:"messageKey"`
	// what was removed last comes first; none of a key that is only not known to be used
	Texts []TrashedText `json:"texts"`
}

// TrashedText is a text that was removed.
type TrashedText struct {
	Locale string    `json:"locale"`
	Text   string    `json:"messageValue"`
	At     time.Time `json:"at"`
	By     string    `json:"by"`
}

// TrashQuery says of which set the trash is listed, or that the keys are that nothing is known to use.
type TrashQuery struct {
	resource.Window

	Client int64 `query:"client" json:"client" check:"minvalue=0"` // 0: the texts of the product
	Unused bool  `query:"unused" json:"unused"`
}

// Trashing names keys of a set whose texts go to the trash, or come back from it.
type Trashing struct {
	Keys    []string `json:"messageKeys" check:"required,max=1000"`
	Client  int64    `json:"client" check:"minvalue=0"`
	Restore bool     `json:"restore"`
}

// Trashed says how many keys were moved: those that had nothing to move are not among them.
type Trashed struct {
	Moved int `json:"moved"`
}

// TrashedKeys lists the keys of a set in the trash, what was removed last first, or those that nothing is known to use.
// A call that asks for no page is answered with all.
func (s *Service) TrashedKeys(ctx context.Context, h *History, in TrashQuery) (out resource.List[TrashedKey],
	err error,
) {
	if _, err := s.Messages.Coverage(role.From(ctx), in.Client, source); err != nil {
		return out, err
	}
	var found []TrashedKey
	if in.Unused {
		found, err = s.unused(ctx, in.Client)
	} else {
		found, err = s.inTrash(ctx, h, in.Client)
	}
	offset, limit := in.PageOf(len(found))
	out.TotalResults = int64(len(found))
	from := min(offset, out.TotalResults)
	out.Results = append([]TrashedKey{}, found[from:min(from+limit, out.TotalResults)]...)
	return out, err
}

// inTrash gathers removed texts by their keys. One that is there again, since somebody has written it past the panel,
// is in it no longer.
func (s *Service) inTrash(ctx context.Context, h *History, client int64) (out []TrashedKey, err error) {
	removed, err := h.removed(ctx, client)
	if err != nil || len(removed) == 0 {
		return nil, err
	}
	at, isThere := map[string]int{}, s.presentAgain(ctx, client, removed)
	for _, c := range removed {
		if isThere[c.Locale+" "+c.Key] {
			continue
		}
		i, known := at[c.Key]
		if !known {
			i = len(out)
			at[c.Key] = i
			out = append(out, TrashedKey{Key: c.Key})
		}
		out[i].Texts = append(out[i].Texts, TrashedText{c.Locale, c.Before.Text, c.At, c.By})
	}
	return out, err
}

// presentAgain finds which of removed texts are there again. What is known from memory may be seconds old: a text that
// was removed a moment ago would still be there. It has to do while the content service is away.
func (s *Service) presentAgain(ctx context.Context, client int64, removed []Change) map[string]bool {
	out, keys := map[string]bool{}, map[string]bool{}
	for _, c := range removed {
		keys[c.Key] = true
	}
	for part := range slices.Chunk(sortedKeys(keys), restoredAtMost) {
		rows, err := s.Gateway.up.siblings(ctx, part, map[string]any{"_nnull": true})
		if err != nil {
			t := s.Messages.texts()
			for _, c := range removed {
				_, out[c.Locale+" "+c.Key] = t.rows[messageSet{client, c.Locale}][c.Key]
			}
			return out
		}
		for _, r := range rows {
			if r.Client == client {
				out[r.Locale+" "+r.Key] = true
			}
		}
	}
	return out
}

// Trash moves all texts of keys of one set to the trash, or back as they were with their states. NOT_FOUND for a client
// that the caller does not see.
func (s *Service) Trash(ctx context.Context, h *History, in Trashing) (out Trashed, err error) {
	if _, err := s.Messages.Coverage(role.From(ctx), in.Client, source); err != nil {
		return out, err
	}
	g := s.Gateway
	g.changing.Lock()
	defer g.changing.Unlock()
	find := g.trashedTexts
	if in.Restore {
		find = func(ctx context.Context, in Trashing) ([]reversal, error) { return g.restoredTexts(ctx, h, in) }
	}
	steps, err := find(ctx, in)
	if err != nil || len(steps) == 0 {
		return out, err
	}
	if len(steps) > restoredAtMost {
		return out, tooMany("messageKeys", restoredAtMost)
	}
	keys := map[string]bool{}
	for _, step := range steps {
		keys[step.key()] = true
	}
	if err := g.writeReversals(ctx, newBatch(), steps); err != nil {
		return out, err
	}
	if err := s.step(ctx); err != nil { // what is counted from memory counts at once
		s.cfg.Log.Warn("texts are counted later", "err", err)
	}
	return Trashed{len(keys)}, nil
}

// trashedTexts are the texts that keys of a set have.
func (g *Gateway) trashedTexts(ctx context.Context, in Trashing) (out []reversal, err error) {
	rows, err := g.up.siblings(ctx, in.Keys, map[string]any{"_nnull": true})
	for _, r := range rows {
		if r.Client == in.Client {
			out = append(out, reversal{now: r})
		}
	}
	return out, err
}

// restoredTexts are the texts that keys of a set had, as far as there are none in their place.
func (g *Gateway) restoredTexts(ctx context.Context, h *History, in Trashing) ([]reversal, error) {
	removed, err := h.removed(ctx, in.Client)
	removed = slices.DeleteFunc(removed, func(c Change) bool { return !slices.Contains(in.Keys, c.Key) })
	if err != nil || len(removed) == 0 {
		return nil, err
	}
	return g.findReversals(ctx, removed, &Restored{})
}

// removed are the last steps of the texts of a set that were removed and can still be put back, newest first.
func (h *History) removed(ctx context.Context, client int64) ([]Change, error) {
	where, args := ChangesQuery{Client: &client, Since: h.Now().AddDate(0, 0, -trashDays)}.where(role.From(ctx))
	return h.read(ctx, where+`
		   AND after_value IS NULL
		   AND NOT EXISTS (SELECT 1 FROM text_changes later
		                    WHERE later.message_key = text_changes.message_key AND later.locale = text_changes.locale
		                      AND later.client_id = text_changes.client_id AND later.id > text_changes.id)
		 ORDER BY id DESC`, args)
}
