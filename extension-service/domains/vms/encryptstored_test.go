package vms_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/encryption"
	"poolkeeper.example/extension-service/platform/httpclient"
)

// What was stored before there was a secret of the settings is encrypted by the first start that has one, and works as
// before.
func TestSealClear_SecretStoredInClear_IsEncryptedOnceAndStillSent(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		w.done("PUT /api/vms/connection/1", map[string]any{
			"version": 1, "ratePerMinute": 6000,
			"capabilities": []string{"JOB_PULL"},
		})
		inClear := base64.StdEncoding.EncodeToString([]byte("opens the VMS"))
		if err := w.db.Write(t.Context(), func(ctx context.Context) error {
			_, err := w.db.Exec(ctx, "UPDATE vms_connections SET secret = $1", inClear)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []int{1, 0} {
			if n, err := w.vms.EncryptStored(t.Context()); err != nil || n != want {
				t.Fatalf("%d values were encrypted, want %d: %v", n, want, err)
			}
		}
		var stored string
		if _, err := w.db.Row(t.Context(), []any{&stored}, "SELECT secret FROM vms_connections"); err != nil ||
			!strings.HasPrefix(stored, encryption.Mark) {
			t.Errorf("the secret stands there as %q: %v", stored, err)
		}
		var sent []string
		w.answer = func(c httpclient.Call) httpclient.Answer {
			sent = append(sent, c.Header["Authorization"])
			return httpclient.Answer{Status: 200, Body: []byte(`{"messages":[]}`)}
		}
		w.call("POST /api/vms/connection/1/cursor", map[string]any{"dryRun": true})
		if len(sent) == 0 || sent[0] != "Bearer opens the VMS" {
			t.Errorf("the VMS got %q", sent)
		}
	})
}
