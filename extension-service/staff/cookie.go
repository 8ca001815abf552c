package staff

import (
	"context"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/resource"
)

// setCookies leaves the refresh token where only the service can read it, and beside it when the access token ends, so
// that a reloaded tab knows when to refresh.
func setCookies(ctx context.Context, t Tokens, expires time.Time) {
	reply, life := resource.ReplyOf(ctx), int(t.RefreshExpiresIn)
	reply.SetCookie(resource.Cookie{Name: refreshCookie, Value: t.RefreshToken, MaxAge: life, HTTPOnly: true})
	reply.SetCookie(resource.Cookie{Name: expiryCookie, Value: strconv.FormatInt(expires.Unix(), 10), MaxAge: life})
}

func clearCookies(ctx context.Context) {
	reply := resource.ReplyOf(ctx)
	reply.SetCookie(resource.Cookie{Name: refreshCookie, MaxAge: -1, HTTPOnly: true})
	reply.SetCookie(resource.Cookie{Name: expiryCookie, MaxAge: -1})
}
