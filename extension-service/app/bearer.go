package app

import "strings"

// bearerOf is the token of an Authorization header, whose scheme may be written in any case; "" for any other scheme.
func bearerOf(header string) string {
	scheme, token, _ := strings.Cut(strings.TrimSpace(header), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
