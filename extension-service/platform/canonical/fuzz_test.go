package canonical

import (
	"testing"
	"unicode/utf8"
)

func FuzzFold(f *testing.F) {
	for _, seed := range []string{
		"Işık", "O’Neil", "Anna-Lena", "ß Æ œ", "a\u200bb", "ǅ", "\u0345", "İ", " . ", "ﬁ",
		"\xff", "´", "ͺ",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		folded := Fold(text)
		if again := Fold(folded); again != folded {
			t.Errorf("Fold(%q) is %q, folded again %q", text, folded, again)
		}
		if utf8.ValidString(text) && !utf8.ValidString(folded) {
			t.Errorf("Fold(%q) is not UTF-8: %q", text, folded)
		}
	})
}

func FuzzEmail(f *testing.F) {
	for _, seed := range []string{
		"Anna@Example.ORG", "a@bücher.example", "a@xn--bcher-kva.example", "a@@b", "ẞ@ẞ.de", "a@-b.de", "a@b。de",
		"K@k.example", "\xff@a.de",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		stored := Email(text)
		if again := Email(stored); again != stored {
			t.Errorf("Email(%q) is %q, stored again %q", text, stored, again)
		}
		if IsEmail(text) && !SameEmail(text, stored) {
			t.Errorf("%q is stored as %q, which is another mailbox", text, stored)
		}
		if IsEmail(stored) && !SameEmail(stored, ShownEmail(stored)) {
			t.Errorf("%q is shown as %q, which is another mailbox", stored, ShownEmail(stored))
		}
	})
}

func FuzzPhone(f *testing.F) {
	for _, seed := range []string{
		"+49 (0)30 123456", "tel:+1-202-555-0143", "０３０ 1234567", "030/123 45 67", "+44 20 7946 0958 ext. 12",
		"0041 44 668 18 00", "++", "\xff",
	} {
		f.Add(seed, "DE")
	}
	f.Fuzz(func(t *testing.T, text, country string) {
		number := Phone(text, country)
		if again := Phone(number, country); WrongPhone(number) == "" && again != number {
			t.Errorf("Phone(%q, %q) is %q, read again %q", text, country, number, again)
		}
	})
}
