package files

import (
	"errors"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"poolkeeper.example/extension-service/platform/fault"
)

// mimeMessage is what is said of a refused type where nothing more is known.
const mimeMessage = "error.mime"

// explain says of a refused type what was found in the file, what its name ends like, and which types are taken.
func (w uploadRequest) explain(err error) error {
	e, is := errors.AsType[*fault.Error](err)
	if !is || !slices.Equal(e.Fields["resource"], []string{mimeMessage}) {
		return err
	}
	found, _ := e.Details["mimeType"].(string)
	named, isKnown := kindEnding(w.name)
	k, isSupported := kindOf(found)
	params := map[string]any{"found": formatName(found), "allowed": formatNames(w.allowed)}
	var message string
	switch {
	case isKnown && (!isSupported || k.family != named.family):
		params["expected"], message = formatName(named.mime), "validation.fileContent"
	case isSupported && !k.allowed(w.allowed):
		message = "validation.fileType"
	default:
		return err
	}
	if params["found"] == "" {
		message = "validation.fileUnknown"
	}
	e.Fields = nil
	return e.Field("resource", message, params)
}

// damaged is the refusal of a file that begins like one of its type and is not whole.
func damaged(mimeType, why string) *fault.Error {
	e := notAllowed(mimeType, why)
	e.Fields = nil
	return e.Field("resource", "validation.fileDamaged", map[string]any{"expected": formatName(mimeType)})
}

// formatName is how people call a type, such as PDF; "" where nobody has a name for it.
func formatName(mimeType string) string {
	if k, isSupported := kindOf(mimeType); isSupported {
		return strings.ToUpper(k.endings[0])
	}
	known := mimetype.Lookup(mimeType)
	if known == nil {
		return ""
	}
	return strings.ToUpper(strings.TrimPrefix(known.Extension(), "."))
}

// formatNames are the types that a list of patterns takes, as people call them.
func formatNames(allowed []string) (out []string) {
	for _, k := range kinds {
		if k.allowed(allowed) {
			out = append(out, formatName(k.mime))
		}
	}
	return out
}
