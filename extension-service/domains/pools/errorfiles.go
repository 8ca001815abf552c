package pools

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// storeErrorFile stores the faulty rows of an import for its owner, for a day.
func (s *Service) storeErrorFile(ctx context.Context, r *jobs.Run, b *importJob, id string) error {
	if err := r.ErrorFile(ctx, id); err != nil {
		return err
	}
	_, err := s.DB().Exec(ctx, "UPDATE pool_imports SET error_file = $1, error_until = $2 WHERE job_id = $3", id,
		s.Now().Add(errorValid).UnixMilli(), b.jobID)
	return err
}

// detachExpiredErrorFiles removes the error files whose time is over from their jobs, in the transaction of ctx, and
// returns their uploads.
func (s *Service) detachExpiredErrorFiles(ctx context.Context) ([]string, error) {
	now := s.Now().UnixMilli()
	files, err := s.DB().Texts(ctx,
		"SELECT error_file FROM pool_imports WHERE error_file <> '' AND error_until < $1 ORDER BY error_file", now)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	for _, id := range files {
		if err := s.deps.Jobs.EraseErrorFile(ctx, id); err != nil {
			return nil, err
		}
	}
	_, err = s.DB().Exec(ctx, "UPDATE pool_imports SET error_file = '' WHERE error_file <> '' AND error_until < $1", now)
	return files, err
}

// EndErrorFiles ends the time of the error files that name somebody, in the transaction of ctx: ErasePerson takes them.
// known is what the person has ever been called: names, last names, mail addresses and phone numbers.
func (s *Service) EndErrorFiles(ctx context.Context, known []string) error {
	files, err := s.DB().Texts(ctx, "SELECT error_file FROM pool_imports WHERE error_file <> '' ORDER BY error_file")
	if err != nil {
		return err
	}
	person := newNaming(known)
	for _, id := range files {
		text, err := s.errorText(ctx, id)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(strings.Split(text, "\n"), person.isNamedIn) {
			continue
		}
		if _, err := s.DB().Exec(ctx, "UPDATE pool_imports SET error_until = 0 WHERE error_file = $1", id); err != nil {
			return err
		}
	}
	return nil
}

// naming tells rows about a person from those about others, who may have the same last name.
type naming struct {
	addresses []string   // of mail, in lower case
	numbers   []string   // of phones, their digits
	names     [][]string // the words of each whole name
}

// newNaming leaves out what is only a part of a whole name.
func newNaming(known []string) (out naming) {
	for _, one := range known {
		switch {
		case strings.Contains(one, "@"):
			out.addresses = append(out.addresses, strings.ToLower(strings.TrimSpace(one)))
		case !strings.ContainsFunc(one, unicode.IsLetter):
			out.numbers = append(out.numbers, digitsOf(one))
		default:
			out.names = append(out.names, nameWords(one))
		}
	}
	all := out.names
	out.names = slices.DeleteFunc(slices.Clone(all), func(part []string) bool {
		return slices.ContainsFunc(all, func(full []string) bool {
			return len(full) > len(part) && containsAll(full, part)
		})
	})
	return out
}

// isNamedIn says whether a row has an address or a number of the person, or all words of a whole name in any order.
func (n naming) isNamedIn(row string) bool {
	for _, cell := range strings.FieldsFunc(strings.ToLower(row), func(r rune) bool {
		return strings.ContainsRune(",;\t\"<>\r", r)
	}) {
		digits := digitsOf(cell)
		isAddress := slices.ContainsFunc(strings.Fields(cell), func(word string) bool {
			return slices.Contains(n.addresses, word)
		})
		if isAddress || digits != "" && slices.Contains(n.numbers, digits) {
			return true
		}
	}
	words := nameWords(row)
	return slices.ContainsFunc(n.names, func(name []string) bool { return len(name) > 0 && containsAll(words, name) })
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

func nameWords(text string) []string {
	return strings.FieldsFunc(store.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func containsAll(words, part []string) bool {
	return !slices.ContainsFunc(part, func(word string) bool { return !slices.Contains(words, word) })
}

// errorText is what an error file says; nothing of one that is gone.
func (s *Service) errorText(ctx context.Context, id string) (string, error) {
	_, body, err := s.deps.Files.Read(role.AsSystem(ctx, ImportKind), id)
	if fault.KindOf(err) == fault.NotFound {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(body)
	return string(text), errors.Join(err, body.Close())
}
