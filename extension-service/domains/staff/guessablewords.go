package staff

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/store"
)

// guessableWords are the words that must not make up most of a password of the account: those of the settings, the
// person's names, and the names of the host of the e-mail address. Names of clients are none of them: a refusal would
// tell of clients beyond the scope.
func (s *Service) guessableWords(ctx context.Context, a *account) ([]string, error) {
	_, host, _ := strings.Cut(a.Email, "@")
	labels := strings.Split(host, ".")
	own := append(strings.Fields(a.FirstName+" "+a.LastName), labels[:len(labels)-1]...)
	var words []string
	for _, word := range own {
		if utf8.RuneCountInString(word) >= shortestLocal {
			words = append(words, word)
		}
	}
	if s.ForbiddenWords == nil {
		return words, nil
	}
	listed, err := s.ForbiddenWords(ctx)
	return append(listed, words...), err
}

// dominantWord is the longest of the words in a password of which they make up more than half, or "". Case, accents,
// what stands between letters, and digits that look like letters make no difference.
func dominantWord(password string, words []string) (found string) {
	text := normalizeLetters(password)
	isCovered, longest := make([]bool, len(text)), 0
	for _, word := range words {
		letters := normalizeLetters(word)
		if letters == "" {
			continue
		}
		for at := strings.Index(text, letters); at >= 0; {
			for i := range letters {
				isCovered[at+i] = true
			}
			if len(letters) > longest {
				found, longest = word, len(letters)
			}
			next := strings.Index(text[at+1:], letters)
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	covered := 0
	for i := range text {
		if isCovered[i] {
			covered++
		}
	}
	if 2*covered <= utf8.RuneCountInString(text) {
		return ""
	}
	return found
}

var lookalikes = strings.NewReplacer(
	"0", "o", "1", "i", "l", "i", "3", "e", "4", "a", "@", "a", "5", "s", "$", "s", "7", "t",
)

// normalizeLetters are the letters and digits of a text, each as the one that it stands for.
func normalizeLetters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, lookalikes.Replace(store.Fold(text)))
}
