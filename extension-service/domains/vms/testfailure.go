package vms

import (
	"bytes"
	"strings"
	"unicode"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/platform/httpclient"
)

// TestFailure is why a test has failed. What mends it is another thing for each.
type TestFailure string

// The reasons beside those for which no answer comes.
const (
	BadStatus  TestFailure = "STATUS" // one that says nothing else
	NoAccess   TestFailure = "NO_ACCESS"
	NotFound   TestFailure = "NOT_FOUND"
	TooMany    TestFailure = "TOO_MANY"
	Down       TestFailure = "DOWN"
	Unreadable TestFailure = "UNREADABLE"
)

// Enum lists the reasons.
func (TestFailure) Enum() enum.List {
	return enum.List{
		Name: "vmsTestWhy", Text: "enum.vmsTestWhy",
		Values: append(enum.Strings([]httpclient.Failure{
			httpclient.UnknownName, httpclient.NotListening, httpclient.TooSlow, httpclient.NotPublic, httpclient.BadCertificate,
			httpclient.OtherTrouble,
		}), enum.Strings([]TestFailure{NoAccess, NotFound, TooMany, Down, Unreadable, BadStatus})...),
	}
}

// troubleIn is why an answer is none that a test hopes for; "" where it is.
func troubleIn(a httpclient.Answer) TestFailure {
	switch {
	case a.Status == 401 || a.Status == 403:
		return NoAccess
	case a.Status == 404 || a.Status == 405 || a.Status == 410:
		return NotFound
	case a.Status == 429:
		return TooMany
	case a.Status == 408 || a.Status == 425 || a.Status >= 500:
		return Down
	case a.Status < 200 || a.Status >= 300:
		return BadStatus
	case len(bytes.TrimSpace(a.Body)) == 0:
		return ""
	}
	if _, err := transform.Decoded(a.Body); err != nil {
		return Unreadable
	}
	return ""
}

// longestBeginning is how many characters of an answer are shown that is no JSON.
const longestBeginning = 200

// UnreadableAnswer is what has come in the place of JSON.
type UnreadableAnswer struct {
	Type      string `json:"type"`      // media type as the answer says it, "" where it says none
	Beginning string `json:"beginning"` // in one line
}

// unreadableAnswer shows the beginning of an answer that is no JSON, without what somebody may not read; nil of any
// other.
func (r visibility) unreadableAnswer(a httpclient.Answer, why TestFailure) *UnreadableAnswer {
	if why != Unreadable {
		return nil
	}
	return &UnreadableAnswer{Type: inOneLine([]byte(a.Type)), Beginning: r.withoutPersonal(inOneLine(a.Body), nil)}
}

func inOneLine(text []byte) string {
	words := strings.FieldsFunc(strings.ToValidUTF8(string(text), "\uFFFD"), isBlankOrControl)
	line := []rune(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.Join(words, " ")))
	if len(line) > longestBeginning {
		line = append(line[:longestBeginning-1], '…')
	}
	return string(line)
}
