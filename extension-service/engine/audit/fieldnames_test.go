package audit_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"poolkeeper.example/extension-service/engine/audit"
)

func TestEntryInWords_TwoFieldsOfOneLabel_BothStayInTheFile(t *testing.T) {
	t.Parallel()
	labels := map[string]string{
		"resources.person.fields.status": "Status", "resources.person.fields.userStatus": "Status",
		"resources.person.fields.rate": "Hour rate",
	}
	one := audit.Entry{
		Entity: "person", Changed: []string{"status", "rate"},
		Before: audit.Values{"status": json.RawMessage(`"a"`), "rate": json.RawMessage(`1`)},
		After: audit.Values{
			"status": json.RawMessage(`"b"`), "userStatus": json.RawMessage(`"c"`), "other": json.RawMessage(`2`),
		},
	}
	one.Translate(func(key string) string {
		if label := labels[key]; label != "" {
			return label
		}
		return key
	})
	want := audit.Entry{
		Entity: "person", Changed: []string{"Status (status)", "Hour rate"},
		Before: audit.Values{"Status (status)": json.RawMessage(`"a"`), "Hour rate": json.RawMessage(`1`)},
		After: audit.Values{
			"Status (status)": json.RawMessage(`"b"`), "Status (userStatus)": json.RawMessage(`"c"`),
			"other": json.RawMessage(`2`),
		},
	}
	if !reflect.DeepEqual(one, want) {
		t.Errorf("%+v, want %+v", one, want)
	}
}
