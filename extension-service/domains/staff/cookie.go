package staff

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// setCookies leaves the refresh token where only the service can read it, and beside it when the access token ends, so
// that a reloaded tab knows when to refresh. Not so for what a form of another site can send: it would sign people in
// as somebody else.
func setCookies(ctx context.Context, t Tokens, expires time.Time) {
	if fromForm(resource.RequestOf(ctx)) {
		return
	}
	reply, life := resource.ReplyOf(ctx), int(t.RefreshExpiresIn)
	reply.SetCookie(resource.Cookie{Name: refreshCookie, Value: t.RefreshToken, MaxAge: life, HTTPOnly: true})
	reply.SetCookie(resource.Cookie{Name: expiryCookie, Value: strconv.FormatInt(expires.Unix(), 10), MaxAge: life})
}

// fromForm says whether a page could have made a browser send the request without asking us first.
func fromForm(r *resource.Request) bool {
	media, _, _ := strings.Cut(strings.ToLower(r.Header("Content-Type")), ";")
	return slices.Contains([]string{"text/plain", "multipart/form-data", "application/x-www-form-urlencoded"},
		strings.TrimSpace(media))
}

func clearCookies(ctx context.Context) {
	reply := resource.ReplyOf(ctx)
	reply.SetCookie(resource.Cookie{Name: refreshCookie, MaxAge: -1, HTTPOnly: true})
	reply.SetCookie(resource.Cookie{Name: expiryCookie, MaxAge: -1})
}
