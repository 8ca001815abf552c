package vms

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// A message is believed only with a signature of its own id, time, query and body; what its headers look like is no
// failure of ours.
func FuzzSignature(f *testing.F) {
	at := time.Unix(1_795_914_000, 0)
	key := []byte(strings.Repeat("k", 32))
	secret := []byte("whsec_" + base64.StdEncoding.EncodeToString(key))
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(`m1.1795914000.entity=job.{"id":1}`))
	signature := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	good := []string{"m1", "1795914000", signature, "entity=job", `{"id":1}`}
	why := func(t testing.TB, sent []string) string {
		t.Helper()
		headers := map[string]string{"Webhook-Id": sent[0], "Webhook-Timestamp": sent[1], "Webhook-Signature": sent[2]}
		return string(unsigned(&resource.Request{
			Header: func(name string) string { return headers[name] }, RawQuery: sent[3], Body: []byte(sent[4]),
		}, secret, at))
	}
	if reason := why(f, good); reason != "" {
		f.Fatal(reason)
	}
	f.Add(good[0], good[1], good[2], good[3], good[4])
	f.Add("m1", "1795914000", "v1,AAAA "+good[2]+" v2,x", "entity=job", `{"id":1}`)
	f.Add("m1", "01795914000", good[2], "", "entity=job.{\"id\":1}")
	f.Add("m1.1795914000", "", good[2], "entity=job", `{"id":1}`)
	f.Add("", "9223372036854775807", "v1,", "", "")
	f.Add("m1", "-9223372036854775808", "=", "a", "\xff")
	f.Fuzz(func(t *testing.T, id, seconds, signature, query, body string) {
		sent := []string{id, seconds, signature, query, body}
		isGood := slices.Equal(slices.Delete(slices.Clone(sent), 2, 3), slices.Delete(slices.Clone(good), 2, 3))
		if reason := why(t, sent); reason == "" && !isGood {
			t.Errorf("%q is believed", sent)
		}
	})
}
