package questions_test

import (
	"reflect"
	"testing"

	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/engine/admin/field"
)

func TestDraft_FieldsOfAQuestion_AreAllPresent(t *testing.T) {
	t.Parallel()
	want, err := field.List(reflect.TypeFor[questions.Question]())
	if err != nil {
		t.Fatal(err)
	}
	got, err := field.List(reflect.TypeFor[questions.Draft]())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range want {
		of := field.Find(got, f.Name)
		if of == nil {
			t.Errorf("a draft has no %s", f.Name)
			continue
		}
		if of.Kind != f.Kind || of.ReadOnly != f.ReadOnly || of.Pattern != f.Pattern || of.Min != f.Min || of.Max != f.Max ||
			!reflect.DeepEqual(of.MaxValue, f.MaxValue) {
			t.Errorf("%s of a draft is %+v, of a question %+v", f.Name, of, f)
		}
	}
}
