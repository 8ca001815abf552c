package vms

import (
	"context"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/platform/fault"
)

// renderBoth renders the record that an outbound message was about, as it is now and as the caller may read it, with
// both versions: a condition on a value that was hidden later would still give it away. NOT_FOUND where the record is
// gone.
func (s *Service) renderBoth(ctx context.Context, draft Mapping, live *Mapping, m Message) (before, after reading,
	err error,
) {
	subject, err := s.deps.Subject(ctx, m.EntityID)
	if err != nil {
		return before, after, err
	}
	subject.Input = withoutEmpty(subject.Input)
	if before, err = s.rendering(ctx, live, subject); err != nil {
		return before, after, err
	}
	after, err = s.rendering(ctx, &draft, subject)
	return before, after, err
}

// rendering is what would be sent of a record; without a version, or with uploads that are too large, it fails.
func (s *Service) rendering(ctx context.Context, by *Mapping, subject Subject) (reading, error) {
	out := failedReading(by)
	if by == nil {
		return out, nil
	}
	files, err := placeholders(by.rules(), subject.Input)
	if fault.KindOf(err) == fault.TooLarge {
		out.wrong = []ReviewField{{Field: transform.Uploads, Code: transform.Limit}}
		return out, nil
	}
	if err != nil {
		return out, err
	}
	made, err := s.deps.Runner.Run(ctx, by.ConnectionID, by.rules(),
		transform.Message{Input: subject.Input, At: s.deps.Now(), Zone: subject.Zone, Files: files})
	if err != nil {
		return out, err
	}
	out.output, out.fails, out.wrong = made.Output, !made.OK, wrongFields(made)
	return out, nil
}

// hiddenTargets says which places of what was rendered the caller may not read: those that a rule of either version
// fills from a field that is hidden. Which job a candidate was sent for may be read.
func (s *Service) hiddenTargets(ctx context.Context, rendered ...reading) func(path string) bool {
	hidden := s.deps.visibility(ctx).withProjects().hidden
	var targets []string
	for _, r := range rendered {
		if r.by == nil {
			continue
		}
		for _, rule := range r.by.Rules {
			if rule.HasSource(hidden) {
				targets = append(targets, rule.Target)
			}
		}
	}
	return pathsBelow(targets)
}

// pathsBelow says of a path whether it is one of some targets, or within one.
func pathsBelow(targets []string) func(path string) bool {
	return func(path string) bool {
		path = listPlace.ReplaceAllString(path, "[]")
		return slices.ContainsFunc(targets, func(target string) bool {
			rest, isBelow := strings.CutPrefix(path, listPlace.ReplaceAllString(target, "[]"))
			return isBelow && (rest == "" || rest[0] == '.' || rest[0] == '[')
		})
	}
}
