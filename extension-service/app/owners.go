package app

import (
	"context"
	"strings"

	"poolkeeper.example/extension-service/platform/role"
)

// staffNames names members of staff whom records of a resource have as owners. Of one who is gone, or may not read such
// records any more, it says so in the language of the caller.
func (s *Service) staffNames(ctx context.Context, entity string, ids []int64) (map[int64]string, error) {
	found, err := s.parts.staff.Colleagues(role.AsSystem(ctx, entity), ids, s.Registry.Named(entity).Facts().Read)
	out := make(map[int64]string, len(ids))
	for _, id := range ids {
		one, isKnown := found[id]
		if out[id] = one.Name; !isKnown || one.IsGone {
			gone := s.parts.content.Messages.Text("", role.From(ctx).Locale, "panel.owner.gone")
			out[id] = strings.TrimSpace(strings.ReplaceAll(gone, "%{name}", one.Name))
		}
	}
	return out, err
}
