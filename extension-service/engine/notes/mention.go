package notes

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Mentioned is the template of the mail to somebody whom a note mentions.
const Mentioned = "note.mention"

// summaryLength is how many characters of a text stand for it where there is one line.
const summaryLength = 200

var mentionToken = regexp.MustCompile(`@\[(\d{1,15})\]`)

// mentionsIn are the ids of those whom a text mentions, each once, in its order.
func mentionsIn(text string) (out []int64) {
	for _, found := range mentionToken.FindAllStringSubmatch(text, -1) {
		if id, err := strconv.ParseInt(found[1], 10, 64); err == nil && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// newMentions are those of a text that an older one did not mention.
func newMentions(old, text string) []int64 {
	had := mentionsIn(old)
	return slices.DeleteFunc(mentionsIn(text), func(id int64) bool { return slices.Contains(had, id) })
}

// withNames is a text with the names of those whom it mentions.
func withNames(text string, names map[int64]string) string {
	return mentionToken.ReplaceAllStringFunc(text, func(found string) string {
		id, err := strconv.ParseInt(found[2:len(found)-1], 10, 64)
		if name := names[id]; err == nil && name != "" {
			return "@" + name
		}
		return found
	})
}

// summarise is how a text begins, on one line.
func summarise(text string) string {
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > summaryLength {
		return string(line[:summaryLength-1]) + "…"
	}
	return string(line)
}

// checkReader calls refuse where an account may not read the record of a note, or is closed.
func (s *Service) checkReader(ctx context.Context, n *Note, id int64, refuse func()) error {
	who, err := s.deps.Staff.CallerFor(role.AsSystem(ctx, Entity), id)
	if err == nil {
		var reads bool
		if reads, err = s.reads(ctx, who, n.Entity, n.EntityID); reads {
			return nil
		}
	}
	if kind := fault.KindOf(err); err != nil && kind != fault.Unauthenticated && kind != fault.Denied {
		return err
	}
	refuse()
	return nil
}

// reads says whether somebody may read a record; without an id whether that may be so for any of the resource, without
// that for anybody.
func (s *Service) reads(ctx context.Context, who *role.Caller, entity string, id int64) (bool, error) {
	if entity == "" {
		return true, nil
	}
	r := s.deps.Records.Named(entity)
	if r == nil || !who.CanAny(r.Facts().Read) {
		return false, nil
	}
	if id == 0 {
		return true, nil
	}
	return resource.IsVisible(role.With(ctx, who), r, id)
}

// mention sends a mail to those whom a note mentions and who have had none of it yet. Who writes to themselves gets
// none.
func (s *Service) mention(ctx context.Context, n *Note, h resource.Holder) error {
	for _, id := range mentionsIn(n.Text) {
		added, err := s.DB().Exec(ctx, `
			INSERT INTO note_mentions (note_id, staff_id, created)
			VALUES ($1, $2, $3)
			ON CONFLICT DO NOTHING`, n.ID, id, s.Now().UnixMilli())
		if err != nil {
			return err
		}
		if added == 0 || id == role.From(ctx).ID {
			continue
		}
		who, err := s.deps.Staff.CallerFor(role.AsSystem(ctx, Entity), id)
		if err != nil {
			return err
		}
		_, err = s.deps.Mail(ctx, mail.Mail{
			Template: Mentioned, To: who.Email, Locale: who.Locale, Entity: Entity, EntityID: n.ID,
			Params: map[string]string{"author": role.From(ctx).Name, "record": s.recordName(ctx, n.Entity, h, who.Locale)},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// recordName names a record in a mail, which must say nothing of a person: by its kind and handle, or by the title of
// what has none.
func (s *Service) recordName(ctx context.Context, entity string, h resource.Holder, locale string) string {
	name := h.Handle
	if name == "" {
		name = h.Title
	}
	return s.deps.Text(ctx, 0, locale, "resources."+entity+".name") + " " + name
}

// IsMentionDue says whether the mail about a mention is to be sent: while the note is there and mentions somebody.
func (s *Service) IsMentionDue(ctx context.Context, m mail.Mail) (bool, error) {
	n, err := s.Get(role.AsSystem(ctx, Entity), m.EntityID)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil && n.State != Deleted && len(mentionsIn(n.Text)) > 0, err
}
