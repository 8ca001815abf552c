package content_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/fault"
)

func TestSeed_ShippedTextsAreBeingStored_CallsAreRefusedUntilAllAreThere(t *testing.T) {
	t.Parallel()
	began, release := make(chan struct{}, 100), make(chan struct{})
	s := running(t, configFor(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/d_translation_keys") {
			began <- struct{}{}
			<-release
		}
		fmt.Fprint(w, `{"data":[]}`)
	}))
	<-began
	_, _, err := s.Gateway.Handle(requestAs(t, editor), list("d_translation_keys", ""))
	if e := fault.From(err); e.Code != "UNAVAILABLE" || e.Text != "the shipped texts are being stored" {
		t.Errorf("while the first texts are stored: %v", err)
	}
	close(release)
	eventually(t, "all texts are stored", func() bool {
		_, _, err := s.Gateway.Handle(requestAs(t, editor), list("d_translation_keys", ""))
		return err == nil
	})
}

func TestMessages_LanguageByAnotherName_IsTheSameSet(t *testing.T) {
	t.Parallel()
	messages := content.New(configFor(t, http.NotFound)).Messages
	german := messages.Set("", "de")
	for _, name := range []string{"DE", "de-AT", "de_DE", "De_de", "de-DE-1996"} {
		if got := messages.Set("", name); got.ETag != german.ETag {
			t.Errorf("%s is not German: %q", name, got.Texts["panel.texts.none"])
		}
	}
}
