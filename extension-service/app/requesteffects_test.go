package app_test

import (
	"regexp"
	"slices"
	"strings"
)

// readEntry is an entry of the log that says who has read something or was refused it, in the form of either database.
var readEntry = regexp.MustCompile(`,'?(read|auth\.denied)'?,`)

// mayPersistAfterRefusal names what a refusal may leave behind, and why.
func mayPersistAfterRefusal(o *operation, table string) bool {
	allowed := map[string][]string{
		// Attempts are counted, and told to whoever's account it is.
		"POST /api/authorize": {"staff_failures", "staff_logins", "staff_blocks", "staff_gate", "staff_challenges", "audit"},
		"POST /api/authorizeWithPasskey": {
			"staff_failures", "staff_logins", "staff_blocks", "staff_gate", "staff_passkey_challenges", "audit",
		},
		// So are proofs and changes of a password.
		"POST /api/session/proof":      {"staff_gate", "staff_failures", "staff_blocks", "audit"},
		"PUT /api/admin/resetPassword": {"staff_password_calls", "staff_gate", "staff_failures", "staff_blocks", "audit"},
		// A token that is used twice ends the session: it was stolen.
		"POST /api/refreshToken": {"staff_refresh_tokens", "audit"},
		// A ticket is used up by being tried.
		"GET /api/download/{ticket}": {"tickets"},
	}
	return slices.Contains(allowed[o.call()], table)
}

// writesByReading names what reading writes: who has read what of a person.
func writesByReading(o *operation, table string) bool {
	return slices.Contains([]string{"audit", "audit_subjects", "audit_values"}, table) ||
		o.path == "/api/download/{ticket}" ||
		strings.HasPrefix(o.path, "/api/impersonate") // the code for the portal
}
