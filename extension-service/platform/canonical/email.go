package canonical

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// The longest address and the longest part of it before the @, in characters.
const (
	mostOfAddress = 254
	mostOfLocal   = 64
)

var (
	domainPattern = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)
	localPattern  = regexp.MustCompile(
		"^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~\u0080-\U0010ffff-]+(\\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~\u0080-\U0010ffff-]+)*$")

	// domains maps names of hosts as browsers do, and leaves the length of labels to domainPattern.
	domains = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(), idna.StrictDomainName(true),
		idna.CheckHyphens(false))
)

// Email is the form in which an address is stored and mailed: NFC, its domain as A-labels. What is no address stays as
// it is.
func Email(s string) string {
	s = norm.NFC.String(strings.TrimSpace(s))
	local, domain, ok := cutAddress(s)
	if !ok {
		return s
	}
	ascii, ok := asciiDomain(domain)
	if !ok {
		return s
	}
	return local + "@" + ascii
}

// oneLetter makes one of the small letters that one capital letter has: İ becomes an i, with a dot above it in other
// programs.
var oneLetter = strings.NewReplacer("ς", "σ", "i\u0307", "i")

// EmailKey is the form in which addresses are compared: those of one mailbox have the same, the part before the @ in
// lower case.
func EmailKey(s string) string {
	s = Email(s)
	if local, domain, ok := cutAddress(s); ok {
		return norm.NFC.String(oneLetter.Replace(strings.ToLower(local))) + "@" + strings.ToLower(domain)
	}
	return strings.ToLower(s)
}

// ShownEmail is an address as people read it, its domain as U-labels.
func ShownEmail(s string) string {
	local, domain, ok := cutAddress(s)
	if !ok {
		return s
	}
	ascii, ok := asciiDomain(domain)
	if !ok {
		return s
	}
	shown, err := domains.ToUnicode(ascii)
	if err != nil {
		return s
	}
	return local + "@" + shown
}

// SameEmail says whether two addresses are those of one mailbox.
func SameEmail(a, b string) bool { return EmailKey(a) == EmailKey(b) }

// IsEmail says whether a text is the address of a mailbox, its domain as A-labels or as people read it.
func IsEmail(s string) bool {
	local, domain, ok := cutAddress(s)
	if !ok || utf8.RuneCountInString(local) > mostOfLocal || !localPattern.MatchString(local) ||
		strings.ContainsFunc(local, isNoPart) {
		return false
	}
	ascii, ok := asciiDomain(domain)
	return ok && utf8.RuneCountInString(local)+1+len(ascii) <= mostOfAddress
}

func cutAddress(s string) (local, domain string, ok bool) {
	local, domain, ok = strings.Cut(s, "@")
	return local, domain, ok && !strings.Contains(domain, "@")
}

// isNoPart says which of the characters beyond ASCII no address has: those that show nothing, and quotes.
func isNoPart(r rune) bool {
	return IsInvisible(r) || unicode.In(r, unicode.Pi, unicode.Pf, unicode.Co, unicode.Cs) || r == '\u201a' ||
		r == '\u201e'
}

// asciiDomain is the name of a host as A-labels, in lower case.
func asciiDomain(s string) (string, bool) {
	if strings.ContainsFunc(s, IsInvisible) {
		return "", false
	}
	ascii, err := domains.ToASCII(s)
	return ascii, err == nil && domainPattern.MatchString(ascii)
}
