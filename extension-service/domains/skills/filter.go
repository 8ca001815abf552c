package skills

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// mostWanted is how many skills one filter takes.
const mostWanted = 20

const longest = ".{1,1000}"

// All is a filter that narrows a list to the records that links connect to every one of some skills. A skill is found
// whichever of its names was written; one that the catalogue does not have is found as it is written.
func (s *Service) All(name string, links query.Link) resource.ListFilter {
	return resource.FilterBy(name, field.Text, func(ctx context.Context, text string) (out []query.Cond, err error) {
		wanted, err := s.requestedSkills(ctx, text)
		for _, names := range wanted {
			out = append(out, query.HavingKeys(links, names))
		}
		return out, err
	}).WithLinks(links).Written(longest,
		"has all of these skills, comma separated, whichever of its names each is written by")
}

// Any is a filter that narrows a list to the records that links connect to at least one of some skills.
func (s *Service) Any(name string, links query.Link) resource.ListFilter {
	return resource.FilterBy(name, field.Text, func(ctx context.Context, text string) ([]query.Cond, error) {
		wanted, err := s.requestedSkills(ctx, text)
		var names []string
		for _, one := range wanted {
			names = append(names, one...)
		}
		return []query.Cond{query.HavingKeys(links, names)}, err
	}).WithLinks(links).Written(longest,
		"has one of these skills, comma separated, whichever of its names each is written by")
}

// requestedSkills are the skills that a filter names, each as all folded forms of it.
func (s *Service) requestedSkills(ctx context.Context, text string) ([][]string, error) {
	written := resource.Listed(text)
	if len(written) > mostWanted {
		return nil, resource.WrongValue("validation.maxItems", map[string]any{"max": mostWanted})
	}
	return s.Names(ctx, written)
}
