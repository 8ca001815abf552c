package fault

import "maps"

// keys holds the default message key of every code ("Error codes → default message key"). No other code is answered.
var keys = map[string]string{
	"BAD_REQUEST":              "error.badRequest",
	"UNAUTHENTICATED":          "error.unauthenticated",
	"BAD_CREDENTIALS":          "error.badCredentials",
	"BAD_TOKEN":                "error.badToken",
	"REFRESH_INVALID":          "error.refreshInvalid",
	"REFRESH_REUSED":           "error.refreshReused",
	"FORBIDDEN":                "error.forbidden",
	"NO_ROLES":                 "error.noRoles",
	"NO_ACCOUNT":               "error.noAccount",
	"CLASSIC_LOGIN_DISABLED":   "error.classicLoginDisabled",
	"PASSWORD_CHANGE_REQUIRED": "error.passwordChangeRequired",
	"TOTP_REQUIRED":            "error.totpRequired",
	"TOTP_SETUP_REQUIRED":      "error.totpSetupRequired",
	"PASSKEYS_OFF":             "error.passkeysOff",
	"REAUTHENTICATE":           "error.reauthenticate",
	"NOT_FOUND":                "error.notFound",
	"UNKNOWN_JOB":              "error.unknownJob",
	"METHOD_NOT_ALLOWED":       "error.methodNotAllowed",
	"STALE_VERSION":            "error.staleVersion",
	"TRANSITION_NOT_ALLOWED":   "error.transition",
	"NOT_EDITABLE":             "error.notEditable",
	"CLIENT_LOCKED":            "error.clientLocked",
	"CONFIRM_REQUIRED":         "error.confirmRequired",
	"DUPLICATE":                "error.duplicate",
	"NAME_TAKEN":               "error.nameTaken",
	"EMAIL_TAKEN":              "error.emailTaken",
	"KEY_TAKEN":                "error.keyTaken",
	"ALREADY_BOUND":            "error.alreadyBound",
	"IN_USE":                   "error.inUse",
	"QUESTION_IN_USE":          "error.questionInUse",
	"HAS_OPEN_APPLICATIONS":    "error.hasOpenApplications",
	"ACTIVE_ASSIGNMENT":        "error.activeAssignment",
	"LAST_CONFIG_MANAGER":      "error.lastConfigManager",
	"TARGET_INACTIVE":          "error.targetInactive",
	"POOL_BUSY":                "error.poolBusy",
	"PLAN_EXPIRED":             "error.planExpired",
	"JOB_RUNNING":              "error.jobRunning",
	"REBUILD_RUNNING":          "error.rebuildRunning",
	"IDEMPOTENCY_MISMATCH":     "error.idempotency",
	"IDEMPOTENCY_IN_FLIGHT":    "error.idempotencyInFlight",
	"TOO_LARGE":                "error.tooLarge",
	"MIME_NOT_ALLOWED":         "error.mime",
	"VALIDATION":               "error.validation",
	"UNKNOWN_FIELD":            "error.unknownField",
	"WINDOW_TOO_LARGE":         "error.window",
	"REASON_REQUIRED":          "error.reasonRequired",
	"OTHER_CLIENT":             "error.otherClient",
	"MAPPING_INVALID":          "error.mappingInvalid",
	"TOO_MANY_REQUESTS":        "error.tooMany",
	"INTERNAL":                 "error.generic",
	"NOT_IMPLEMENTED":          "error.notImplemented",
	"UNAVAILABLE":              "error.unavailable",
	"INDEX_UNAVAILABLE":        "error.indexUnavailable",
	"STORAGE_FULL":             "error.storageFull",
}

// Key returns the default message key of a code; an unknown code is shown as the generic error.
func Key(code string) string {
	if k, ok := keys[code]; ok {
		return k
	}
	return keys["INTERNAL"]
}

// Codes lists every code with its default message key.
func Codes() map[string]string {
	return maps.Clone(keys)
}
