package exchange_test

import (
	"testing"

	"poolkeeper.example/extension-service/engine/content/exchange"
	"poolkeeper.example/extension-service/internal/test/textfiletest"
	"poolkeeper.example/extension-service/platform/fault"
)

// A file is read, or refused with the field that is wrong; what was read is read again from a file of ours.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"a":{"b_one":"x","b_other":"y"}}`), "de.json")
	f.Add([]byte(`{"@@locale":"de","a":"{n, plural, one{x} other{y}}"}`), "app_de.arb")
	f.Add([]byte("key;en;fr\na;b\n"), "texts.csv")
	f.Add([]byte(`<xliff version="2.0"><file><unit id="a"><segment><source>a</source></segment></unit></file></xliff>`),
		"a.xlf")
	for _, file := range textfiletest.Small(f) {
		f.Add(file.Raw, file.Name)
	}
	f.Fuzz(func(t *testing.T, raw []byte, name string) {
		file, err := exchange.Read(raw, "", toolOptions(name))
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Errorf("%q is refused with %v", name, err)
			}
			return
		}
		var texts []exchange.Text
		for _, text := range file.Texts {
			if text.Fault == "" && text.Locale == "de" {
				texts = append(texts, text)
			}
		}
		for _, format := range formats {
			if _, err := exchange.Read(written(t, format, texts, options()), format, options()); err != nil {
				t.Errorf("%s: %v", format, err)
			}
		}
	})
}
