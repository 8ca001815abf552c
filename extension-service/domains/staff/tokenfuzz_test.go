package staff

import (
	"crypto/ed25519"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// A token opens something only as it was signed: not one byte of it may differ, and no other text opens anything.
func FuzzAccessToken(f *testing.F) {
	at := time.Date(2026, 11, 29, 1, 0, 0, 0, time.UTC)
	private := ed25519.NewKeyFromSeed([]byte(strings.Repeat("k", ed25519.SeedSize)))
	s := &Service{Options: Options{Now: func() time.Time { return at }}}
	s.keys = &keyring{now: s.Now, looked: at, public: map[string]ed25519.PublicKey{
		"key": private.Public().(ed25519.PublicKey), // looked for a moment ago, so that no database is asked
	}}
	sign := func(method jwt.SigningMethod, key any, kid string) string {
		token := jwt.NewWithClaims(method, &claims{
			Issuer: issuer, Audience: audience, Subject: "7", SID: "fam_x", ID: "j", IssuedAt: at.Unix(), NotBefore: at.Unix(),
			Expires: at.Unix() + 900, Type: accessType,
		})
		token.Header["kid"] = kid
		text, err := token.SignedString(key)
		if err != nil {
			f.Fatal(err)
		}
		return text
	}
	good := sign(jwt.SigningMethodEdDSA, private, "key")
	if _, err := s.parse(f.Context(), good); err != nil {
		f.Fatal(err)
	}
	parts := strings.Split(good, ".")
	for _, seed := range []string{
		good, good + "=", good + ".", " " + good, parts[0] + "." + parts[1] + ".", "a.b.c", "", strings.Repeat(".", 100),
		sign(jwt.SigningMethodEdDSA, private, "other"),
		sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, "key"),
		sign(jwt.SigningMethodHS256, []byte(private.Public().(ed25519.PublicKey)), "key"),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if who, err := s.parse(t.Context(), text); err == nil && text != good {
			t.Errorf("%q opens what %+v may", text, who)
		}
	})
}
