package content_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// trashOf is the trash of a set as calls answer it: of which keys there are texts, in which languages.
func trashOf(t *testing.T, s *content.Service, h *content.History, client int64) map[string]string {
	t.Helper()
	found, err := s.TrashedKeys(requestAs(t, editor), h, content.TrashQuery{Client: client})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, key := range found.Results {
		for _, text := range key.Texts {
			out[key.Key] += text.Locale + " " + text.Text + " by " + text.By + ", "
		}
	}
	return out
}

func TestTrash_Keys_CanBeRestored(t *testing.T) {
	s, h := remembering(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	list := `[{"locale":"en","messageKey":"bin.a","messageValue":"A"},{"locale":"de","messageKey":"bin.a","messageValue":"Ah","state":"REVIEWED"},
		{"locale":"en","messageKey":"bin.b","messageValue":"B"},{"locale":"en","messageKey":"bin.c","messageValue":"C"}]`
	if err := at.call(t, post("d_translation_keys", list), nil); err != nil {
		t.Fatal(err)
	}
	before := valuesOf(t, "d_translation_keys", "bin.")
	move := func(restore bool, keys ...string) int {
		t.Helper()
		out, err := s.Trash(at.who, h, content.Trashing{Keys: keys, Restore: restore})
		if err != nil {
			t.Fatal(err)
		}
		return out.Moved
	}
	if n := move(false, "bin.a", "bin.b", "bin.none"); n != 2 {
		t.Errorf("%d keys moved, want 2", n)
	}
	if left := valuesOf(t, "d_translation_keys", "bin."); len(left) != 1 || left["en bin.c"] == "" {
		t.Errorf("left: %v", left)
	}
	eventually(t, "the trash has both", func() bool { return len(trashOf(t, s, h, 0)) == 2 })
	if got := trashOf(t, s, h, 0); got["bin.b"] != "en B by Cora Content, " ||
		len(got["bin.a"]) != len("en A by Cora Content, de Ah by Cora Content, ") {
		t.Errorf("%q", got)
	}
	studio(t, "POST", "/items/d_translation_keys", text{Locale: "en", Key: "bin.b", Value: "Other", State: "TRANSLATED"})
	eventually(t, "what is written past the panel is in the trash no longer", func() bool {
		return len(trashOf(t, s, h, 0)) == 1
	})
	if n := move(true, "bin.a", "bin.b", "bin.c"); n != 1 {
		t.Errorf("%d keys came back, want 1: one has another text by now, one was never gone", n)
	}
	before["en bin.b"] = "Other TRANSLATED"
	if now := valuesOf(t, "d_translation_keys", "bin."); fmt.Sprint(now) != fmt.Sprint(before) {
		t.Errorf("%v, want %v", now, before)
	}
	if got := trashOf(t, s, h, 0); len(got) != 0 {
		t.Errorf("still in the trash: %v", got)
	}
}

// A text that was removed by itself is in the trash as well, and is there no longer once it cannot be put back.
func TestTrash_AfterThirtyDays_IsEmptied(t *testing.T) {
	s, h := remembering(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	var made dated
	if err := at.call(t, post("d_translation_keys", `{"locale":"en","messageKey":"bin.old","messageValue":"Old"}`),
		&made); err != nil {
		t.Fatal(err)
	}
	if err := at.call(t, content.Call{Method: "DELETE", Collection: "d_translation_keys", ID: fmt.Sprint(made.ID)},
		nil); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is in the trash", func() bool { return trashOf(t, s, h, 0)["bin.old"] != "" })
	days := 29
	h.Now = func() time.Time { return time.Now().AddDate(0, 0, days) }
	if got := trashOf(t, s, h, 0); got["bin.old"] == "" {
		t.Error("gone too early")
	}
	days = 31
	if got := trashOf(t, s, h, 0); len(got) != 0 {
		t.Errorf("%v", got)
	}
	if out, err := s.Trash(at.who, h, content.Trashing{Keys: []string{"bin.old"}, Restore: true}); err != nil ||
		out.Moved != 0 {
		t.Errorf("%+v %v", out, err)
	}
}

func TestTrash_SetAndScope_AreObserved(t *testing.T) {
	s, h := remembering(t)
	if err := s.Clients.Save(t.Context(), 1401, "Bin and Bin", "en", "de"); err != nil {
		t.Fatal(err)
	}
	s.Sync()
	at := operator{s.Gateway, requestAs(t, editor)}
	if err := at.call(t, post("d_translation_keys", `{"locale":"en","messageKey":"bin.set","messageValue":"Theirs"}`),
		nil); err != nil {
		t.Fatal(err)
	}
	if err := at.call(t, post("d_translation_client_keys",
		`{"client":1401,"locale":"en","messageKey":"bin.set","messageValue":"Ours"}`), nil); err != nil {
		t.Fatal(err)
	}
	in := content.Trashing{Keys: []string{"bin.set"}, Client: 1401}
	eventually(t, "the client is known", func() bool {
		_, err := s.Messages.Coverage(role.From(requestAs(t, editor)), 1401, "")
		return err == nil
	})
	for _, restore := range []bool{false, true} {
		in.Restore = restore
		if _, err := s.Trash(requestAs(t, editor, 9), h, in); fault.CodeOf(err) != "NOT_FOUND" {
			t.Errorf("outside of the scope: %v", err)
		}
	}
	in.Restore = false
	if out, err := s.Trash(requestAs(t, editor, 1401), h, in); err != nil || out.Moved != 1 {
		t.Fatalf("%+v %v", out, err)
	}
	if len(stored(t, "d_translation_keys", "filter[messageKey][_eq]=bin.set")) != 1 ||
		len(stored(t, "d_translation_client_keys", "filter[messageKey][_eq]=bin.set")) != 0 {
		t.Error("the text of the product is another one")
	}
	eventually(t, "it is in the trash of the client alone", func() bool {
		return len(trashOf(t, s, h, 1401)) == 1 && len(trashOf(t, s, h, 0)) == 0
	})
	in.Restore = true
	if out, err := s.Trash(requestAs(t, editor, 1401), h, in); err != nil || out.Moved != 1 {
		t.Fatalf("%+v %v", out, err)
	}
}

// What goes to the trash is recorded before it goes: a record that cannot be written keeps it where it is.
func TestTrash_Unrecordable_RemovesNothing(t *testing.T) {
	_, h := remembering(t)
	cfg := config(t)
	cfg.Journal = nullJournal{}
	s := running(t, cfg)
	awaitJoin(t, s)
	studio(t, "POST", "/items/d_translation_keys", text{Locale: "en", Key: "bin.kept", Value: "Kept", State: "TRANSLATED"})
	if _, err := s.Trash(requestAs(t, editor), h, content.Trashing{Keys: []string{"bin.kept"}}); err == nil {
		t.Error("no error")
	}
	if len(stored(t, "d_translation_keys", "filter[messageKey][_eq]=bin.kept")) != 1 {
		t.Error("it is gone")
	}
}

// nullJournal is a journal that records nothing.
type nullJournal struct{}

func (nullJournal) Record(context.Context, []content.Entry) error {
	return errors.New("the disk is full")
}
