package mail_test

import (
	"testing"

	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/fault"
)

func TestSubject_OfALink_NamesRecordAndAddress(t *testing.T) {
	t.Parallel()
	id, address, err := mail.ParseSubject(mail.Subject(7, "jane@example.com"))
	if id != 7 || address != "jane@example.com" || err != nil {
		t.Errorf("%d at %q: %v", id, address, err)
	}
	for _, broken := range []string{"", "jane@example.com 7", "0 jane@example.com", "7jane@example.com"} {
		if _, _, err := mail.ParseSubject(broken); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%q: %v", broken, err)
		}
	}
}
