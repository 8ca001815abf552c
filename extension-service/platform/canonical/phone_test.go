package canonical_test

import (
	"slices"
	"testing"

	"poolkeeper.example/extension-service/platform/canonical"
)

func TestPhone_AnySpelling_IsE164(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, country, want string }{
		{"+49 170 1234567", "", "+491701234567"},
		{"+49 (0) 170 1234567", "", "+491701234567"},
		{"+49 (0)170/123-45.67", "", "+491701234567"},
		{"+49(0)1701234567", "", "+491701234567"},
		{"+49 [0] 170 1234567", "", "+491701234567"},
		{"+49 0170 1234567", "", "+491701234567"},
		{"0049 170 1234567", "", "+491701234567"},
		{"0049 (0) 170 1234567", "DE", "+491701234567"},
		{"+0049 170 1234567", "", "+491701234567"},
		{"0170 1234567", "DE", "+491701234567"},
		{"170 1234567", "DE", "+491701234567"},
		{"(030) 901820", "DE", "+4930901820"},
		{"06 12 34 56 78", "FR", "+33612345678"},
		{"06 6123 4567", "IT", "+390661234567"},
		{"+39 06 6123 4567", "", "+390661234567"},
		{"(212) 555-0123", "US", "+12125550123"},
		{"1-212-555-0123", "US", "+12125550123"},
		{"011 49 170 1234567", "US", "+491701234567"},
		{"8 912 345-67-89", "RU", "+79123456789"},
		{"06 1 234 5678", "HU", "+3612345678"},
		{"612 34 56 78", "ES", "+34612345678"},
		{"07400 123456", "GB", "+447400123456"},
		{"tel:+49-170-1234567", "", "+491701234567"},
		{"TEL: +49 170 1234567", "", "+491701234567"},
		{"tel://+491701234567", "", "+491701234567"},
		{"＋４９　１７０　１２３４５６７", "", "+491701234567"},
		{"+٤٩ ١٧٠ ١٢٣٤٥٦٧", "", "+491701234567"},
		{"\u202a+49 170 1234567\u202c", "", "+491701234567"},
		{"\u200e+49\u00a0170\u202f1234567", "", "+491701234567"},
		{"+49\u2011170\u2013123\u20144567", "", "+491701234567"},
		{"+4\u03019 170 1234567", "", "+491701234567"},
		{"491715556681", "DE", "+491715556681"},
		{"4901715556681", "DE", "+491715556681"},
		{"44 7911 123456", "GB", "+447911123456"},
		{"44 (0)7911 123456", "GB", "+447911123456"},
		{"33 6 12 34 56 79", "FR", "+33612345679"},
		{"41 79 123 45 67", "CH", "+41791234567"},
		{"43 664 1234567", "AT", "+436641234567"},
		{"39 335 1234567", "IT", "+393351234567"},
		{"34 612 34 56 78", "ES", "+34612345678"},
		{"48 512 345 678", "PL", "+48512345678"},
		{"36 30 1234567", "HU", "+36301234567"},
		{"7 912 345-67-89", "RU", "+79123456789"},
		{"254712345678", "KE", "+254712345678"},
		{"0491 12345", "DE", "+4949112345"}, // the code of a town that is that of the country too
		{"48 123 45 67", "PL", "+48481234567"},
		{"+36 06 30 1234567", "", "+36301234567"},
		{"+36 (06) 30 1234567", "", "+36301234567"},
		{"+7 8 912 3456789", "", "+79123456789"},
		{"+7 812 345-67-89", "", "+78123456789"},
		{"+370 8 612 34567", "", "+37061234567"},
		{"+375 8 029 123-45-67", "", "+375291234567"},
		{"8 029 123-45-67", "BY", "+375291234567"},
		{"+1 1 212 555 0123", "", "+12125550123"},
		{"", "DE", ""},
	} {
		got := canonical.Phone(c.in, c.country)
		if got != c.want || got != "" && canonical.WrongPhone(got) != "" {
			t.Errorf("Phone(%q, %q) = %q %s, want %q", c.in, c.country, got, canonical.WrongPhone(got), c.want)
		}
		if again := canonical.Phone(got, c.country); again != got {
			t.Errorf("Phone(%q) = %q is not stable: %q", c.in, got, again)
		}
	}
}

func TestPhone_Invalid_IsRefusedWithItsOwnMessage(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"+49 30 901820 ext. 12":             "validation.phoneExtension",
		"+49 30 901820 x12":                 "validation.phoneExtension",
		"+49 30 901820x12":                  "validation.phoneExtension",
		"+49 30 901820;ext=12":              "validation.phoneExtension",
		"tel:+4930901820;ext=12":            "validation.phoneExtension",
		"+49 30 901820 DW 12":               "validation.phoneExtension",
		"+49 30 901820 Durchwahl 12":        "validation.phoneExtension",
		"+49 30 901820#12":                  "validation.phoneExtension",
		"+49 30 901820,,12":                 "validation.phoneExtension",
		"0170 1234567":                      "validation.phoneCountry",
		"170 1234567":                       "validation.phoneCountry",
		"call me":                           "validation.phone",
		"+49":                               "validation.phone",
		"+49 170 1234567 890123":            "validation.phone",
		"+49 170 12E4567":                   "validation.phone",
		"+49 170 1234567 / +49 171 1234567": "validation.phone",
	} {
		if got := canonical.WrongPhone(canonical.Phone(in, "")); got != want {
			t.Errorf("%q is read as %q and refused with %q, want %q", in, canonical.Phone(in, ""), got, want)
		}
	}
	if got := canonical.WrongPhone("+490170123456"); got != "validation.phoneZero" {
		t.Errorf("a 0 behind the country code: %q", got)
	}
}

func TestPhone_InvalidOrAmbiguousInItsCountry_NeedsAChoice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, country string }{
		{"491715556681", "FR"},
		{"447911123456", "DE"},
		{"4917155566", "DE"},
		{"612 34 56 7", "FR"},
		{"555-0123", "US"},
		{"491715556681234", "DE"},
	} {
		if got := canonical.WrongPhone(canonical.Phone(c.in, c.country)); got != "validation.phoneCountry" {
			t.Errorf("%q in %s is read as %q: %q", c.in, c.country, canonical.Phone(c.in, c.country), got)
		}
	}
}

func TestPhonesOf_SearchInAnySpelling_FindsTheNumber(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"+49 170 1234567", "0170 1234567", "0170/1234567", "0049 170 1234567",
		"+49 (0) 170 1234567", "491701234567", "4901701234567", "tel:+491701234567", "１７０ １２３４５６７",
	} {
		if got := canonical.PhonesOf(in); !slices.Contains(got, "+491701234567") {
			t.Errorf("PhonesOf(%q) = %v", in, got)
		}
	}
	for _, in := range []string{"Ward", "12", "1234", "P-ABC123", "mara@example.org", ""} {
		if got := canonical.PhonesOf(in); got != nil {
			t.Errorf("PhonesOf(%q) = %v", in, got)
		}
	}
}
