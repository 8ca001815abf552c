package staff

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

const (
	flowCookie   = "auth.flow"
	flowAudience = "admin-sign-in"
	flowLife     = 10 * time.Minute
)

// beginFlow answers the nonce that an ID token of this browser must carry, and leaves it in a cookie that no script
// reads. It is signed, so that nobody can make one up, and bound to the browser, so that nobody can be signed in as
// somebody else. A browser keeps its nonce while it comes back in time: another tab must not break what one is at.
func (s *Service) beginFlow(ctx context.Context) (nonce string, err error) {
	nonce, until := s.flow(ctx)
	if nonce != "" {
		spent, err := s.isSpent(ctx, "flow:"+nonce)
		if err != nil {
			return "", err
		}
		if spent {
			nonce = ""
		}
	}
	now := s.Now()
	if nonce != "" && until.Sub(now) > flowLife/2 {
		return nonce, nil
	}
	if nonce == "" {
		nonce = rand.Text()
	}
	key, err := s.keys.signer(ctx)
	if err != nil {
		return "", err
	}
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.RegisteredClaims{
		Issuer: issuer, Audience: jwt.ClaimStrings{flowAudience}, ID: nonce, ExpiresAt: jwt.NewNumericDate(now.Add(flowLife)),
	})
	t.Header["kid"] = key.kid
	text, err := t.SignedString(key.private)
	if err == nil {
		resource.ReplyOf(ctx).SetCookie(resource.Cookie{
			Name: flowCookie, Value: text, MaxAge: int(flowLife.Seconds()),
			HTTPOnly: true,
		})
	}
	return nonce, err
}

// flow is the nonce of the browser that sends the request and until when it counts; empty when it has none.
func (s *Service) flow(ctx context.Context) (nonce string, until time.Time) {
	text := resource.RequestOf(ctx).Cookie(flowCookie)
	if text == "" || len(text) > longestText {
		return "", time.Time{}
	}
	var c jwt.RegisteredClaims
	_, err := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithIssuer(issuer), jwt.WithAudience(flowAudience),
		jwt.WithExpirationRequired(), jwt.WithTimeFunc(s.Now), jwt.WithStrictDecoding(),
	).ParseWithClaims(text, &c, func(t *jwt.Token) (any, error) {
		kid, _ := t.Header["kid"].(string)
		return s.keys.verifier(ctx, kid)
	})
	if err != nil {
		return "", time.Time{}
	}
	return c.ID, c.ExpiresAt.Time
}

func endFlow(ctx context.Context) {
	resource.ReplyOf(ctx).SetCookie(resource.Cookie{Name: flowCookie, MaxAge: -1, HTTPOnly: true})
}

// oldestSpent is how much longer than it is valid something is remembered as spent: clocks differ.
const oldestSpent = 10 * time.Minute

// useOnce uses up what counts once, and says whether it was still there to be used. Call it inside Write.
func (s *Service) useOnce(ctx context.Context, id string, until time.Time) (bool, error) {
	n, err := s.DB.Exec(ctx, `
		INSERT INTO staff_spent (id, until)
		VALUES ($1, $2)
		ON CONFLICT (id) DO NOTHING`, id, until.UnixMilli())
	return n == 1, err
}

func (s *Service) isSpent(ctx context.Context, id string) (bool, error) {
	var n int
	return s.DB.Row(ctx, []any{&n}, `SELECT 1 FROM staff_spent WHERE id = $1`, id)
}
