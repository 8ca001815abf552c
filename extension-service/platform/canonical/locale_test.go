package canonical_test

import (
	"testing"

	"poolkeeper.example/extension-service/platform/canonical"
)

func TestLocale_AnyNotation_IsStoredInOneForm(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"DE": "de", " en ": "en", "fr_FR": "fr-FR", "DE-at": "de-AT", "zh_hans_cn": "zh-Hans-CN", "de-1996": "de-1996",
		"es-419": "es-419", "": "",
	} {
		if got := canonical.Locale(written); got != want {
			t.Errorf("%q is stored as %q, want %q", written, got, want)
		}
	}
}
