package exchange_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/content/exchange"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/fault"
)

var formats = []exchange.Format{exchange.JSON, exchange.CSV, exchange.XLIFF}

// locales have every number of plural forms that there is.
var locales = []string{"ar", "de", "en", "fr", "he", "ja", "pl"}

// pieces are what texts are made of that files have trouble with.
var pieces = []string{
	"<", ">", "&", `"`, "'", "&amp;", "]]>", "<!--", "<b>bold</b>", "\n", "\r\n", "\r", "\t", " ", "  ", "\u00a0",
	"\u2028", "\u200f", "\u202e", "\ufeff", "\ufffe", "\u0001",
	"\u007f", "\u0085", "||||", " |||| ", "|||||", "  ||||", "|", "مرحبا", "שלום", "日本語", "e\u0301", "👩‍👩‍👧", "%{name}",
	"%{smart_count} rows", "=1+1", "'=1", "''-1", "@", "-", "+", ",", ";", "sep=;", "\\", "\\n", "{", "}",
	"Text", "word", "Zoë", "0", "null", "true",
}

// generated are texts of every language, with and without forms, sorted as they are written.
func generated(r *rand.Rand, n int) []exchange.Text {
	out := make([]exchange.Text, n)
	some := func(most int) string {
		var b strings.Builder
		for range 1 + r.IntN(most) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	for i := range out {
		locale := locales[i*len(locales)/n]
		value := some(8)
		if r.IntN(3) == 0 { // as many forms as the language has, in one way of writing them or the other
			forms := make([]string, len(content.Forms(locale)))
			for i := range forms {
				forms[i] = some(3)
			}
			value = strings.Join(forms, []string{"||||", " |||| "}[r.IntN(2)])
		}
		out[i] = exchange.Text{
			Key: fmt.Sprintf("made.key-%d", i), Locale: locale, Source: some(6), Value: value, Note: some(3),
			MaxLength: r.IntN(50),
			State:     []string{"DRAFT", "TRANSLATED", "REVIEWED", "STALE"}[r.IntN(4)],
		}
	}
	return out
}

const asOf = "2027-01-31T10:00:00.123Z"

func options() exchange.Options {
	return exchange.Options{AsOf: asOf, Set: "default", Forms: content.Forms}
}

func written(t *testing.T, format exchange.Format, texts []exchange.Text, o exchange.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := exchange.Write(&b, format, texts, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Whatever a text is made of, it comes back as it was, with its state, and from the English text that it was made from.
func TestProveExchange_AnyText_IsReadAsWritten(t *testing.T) {
	t.Parallel()
	texts := generated(stress.Rand(t), stress.Size(3_000, 20_000))
	for _, format := range formats {
		for _, delimiter := range map[exchange.Format][]string{
			exchange.JSON: {""}, exchange.XLIFF: {""},
			exchange.CSV: {"", ";", "\t"},
		}[format] {
			o := options()
			o.Delimiter = delimiter
			raw := written(t, format, texts, o)
			o.Delimiter = ""
			file, err := exchange.Read(raw, format, o)
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			got := file.Texts
			changed := compare(t, format, texts, got)
			t.Logf("%s %q: %d texts in %d bytes, %d changed", format, delimiter, len(got), len(raw), changed)
		}
	}
}

// compare says how many texts came back as others.
func compare(t *testing.T, format exchange.Format, want, got []exchange.Text) (changed int) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d texts became %d", format, len(want), len(got))
	}
	byKey := map[string]exchange.Text{}
	for _, one := range got {
		byKey[one.Locale+" "+one.Key] = one
	}
	for _, w := range want {
		g := byKey[w.Locale+" "+w.Key]
		state := w.State
		if format == exchange.XLIFF && state == "STALE" || format == exchange.JSON {
			state = ""
		}
		same := g.Value == w.Value && g.AsOf == asOf && g.Fault == "" && g.State == state &&
			g.MadeFrom(w.Source, content.Forms(w.Locale))
		if !same {
			if changed++; changed < 5 {
				t.Errorf("%s: %q became %q: %+v, from %q", format, w.Value, g.Value, g, w.Source)
			}
		}
	}
	return changed
}

func TestExchange_UntranslatedText_RemainsUntranslated(t *testing.T) {
	t.Parallel()
	texts := []exchange.Text{
		{Key: "a", Locale: "pl", Source: "plain"}, {
			Key: "b", Locale: "pl",
			Source: "%{smart_count} row |||| %{smart_count} rows",
		},
	}
	for _, format := range formats {
		raw := written(t, format, texts, options())
		file, err := exchange.Read(raw, format, options())
		if err != nil {
			t.Fatal(err)
		}
		got := file.Texts
		if len(got) != 2 || got[0].Value+got[1].Value != "" || got[0].Fault+got[1].Fault != "" {
			t.Errorf("%s: %+v %v", format, got, err)
		}
		if format == exchange.XLIFF && strings.Count(string(raw), "<trans-unit") != 5 {
			t.Errorf("a unit for each form of Polish: %s", raw)
		}
	}
}

// Files of other hands, as they come.
func TestExchange_FilesOfOtherTools_AreRead(t *testing.T) {
	t.Parallel()
	unit := func(inside string) string {
		return `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="x" source-language="en" target-language="de" datatype="plaintext"><body>` +
			inside + `</body></file></xliff>`
	}
	for name, tc := range map[string]struct {
		format exchange.Format
		text   string
		locale string
		want   string
	}{
		"flat JSON": {exchange.JSON, `{"menu.home":"Start"}`, "de", "de menu.home=Start"},
		"nested JSON": {
			exchange.JSON, `{"menu":{"home":"Start","end":{"x":"y"}}}`, "de",
			"de menu.end.x=y; de menu.home=Start",
		},
		"JSON by language":     {exchange.JSON, `{"de":{"a":"A"},"fr":{"a":"B"}}`, "", "de a=A; fr a=B"},
		"a number in JSON":     {exchange.JSON, `{"a":1}`, "de", "de a=!notText"},
		"JSON of no language":  {exchange.JSON, `{"a":"A"}`, "", " a=!noLocale"},
		"a table by hand":      {exchange.CSV, "key;value\r\na;A\r\nb;\"B;\nb\"\r\n", "de", "de a=A; de b=B;\nb"},
		"a table, no language": {exchange.CSV, "key;value\na;A\n", "", " a=!noLocale"},
		"an open quote":        {exchange.CSV, "key;value\na;\"A\nb;B\n", "de", "de a=!broken; de b=B"},
		"a remark about words": {exchange.XLIFF, unit(
			`<trans-unit id="a"><source>A</source><target>x <mrk mtype="term">y</mrk></target></trans-unit>`), "", "de a=x y"},
		"markup of a kind": {
			exchange.XLIFF, unit(
				`<trans-unit id="a"><source>A</source><target>x <g id="1" ctype="x-html-em">y</g></target></trans-unit>`), "",
			"de a=x <em>y</em>",
		},
		"markup of no kind": {exchange.XLIFF, unit(
			`<trans-unit id="a"><source>A</source><target>x <g id="1">y</g></target></trans-unit>`), "", "de a=!notText"},
		"a picture in a text": {
			exchange.XLIFF, unit(
				`<trans-unit id="a"><source>A</source><target>x<ph id="1">{}</ph><x id="2"/></target></trans-unit>`), "",
			"de a=!notText",
		},
		"another's proposal": {exchange.XLIFF, unit(
			`<trans-unit id="a"><source>A</source><alt-trans><target>no</target></alt-trans></trans-unit>`), "", "de a="},
		"one form of two": {
			exchange.XLIFF,
			unit(`<group restype="x-gettext-plurals" id="a"><trans-unit id="a[0]"><source>A</source><target>x</target></trans-unit><trans-unit id="a[1]"><source>B</source></trans-unit></group>`),
			"", "de a=!someForms",
		},
		"a group of nothing in particular": {
			exchange.XLIFF,
			unit(`<group id="g"><trans-unit id="a"><source>A</source><target state="signed-off">x</target></trans-unit></group>`),
			"", "de a=x",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options()
			o.Locale = tc.locale
			file, err := exchange.Read([]byte(tc.text), tc.format, o)
			if err != nil {
				t.Fatal(err)
			}
			var parts []string
			for _, one := range file.Texts {
				value := one.Value
				if one.Fault != "" {
					value = "!" + one.Fault
				}
				parts = append(parts, one.Locale+" "+one.Key+"="+value)
			}
			if strings.Join(parts, "; ") != tc.want {
				t.Errorf("%q, want %q", parts, tc.want)
			}
		})
	}
}

// Files that are made to do harm, or are none of their kind, are refused as a whole.
func TestExchange_HostileFile_IsRefused(t *testing.T) {
	t.Parallel()
	head := `<?xml version="1.0"?>`
	for name, tc := range map[string]struct {
		format exchange.Format
		text   string
	}{
		"entities": {exchange.XLIFF, head +
			`<!DOCTYPE xliff [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xliff><file target-language="de"><body><trans-unit id="a"><source/><target>&b;</target></trans-unit></body></file></xliff>`},
		"a file of the host": {exchange.XLIFF, head + `<!DOCTYPE xliff [<!ENTITY a SYSTEM "file:///etc/passwd">]><xliff/>`},
		"an unknown entity": {
			exchange.XLIFF,
			`<xliff><file target-language="de"><body><trans-unit id="a"><source/><target>&b;</target></trans-unit></body></file></xliff>`,
		},
		"elements in depth": {exchange.XLIFF, "<xliff>" + strings.Repeat("<group>", 100_000)},
		"marks in depth":    {exchange.XLIFF, `<xliff><trans-unit id="a"><target>` + strings.Repeat("<g>", 100_000)},
		"no end":            {exchange.XLIFF, `<xliff><file><body>`},
		"another document":  {exchange.XLIFF, `<html><body/></html>`},
		"nothing":           {exchange.XLIFF, ``},
		"another encoding":  {exchange.XLIFF, `<?xml version="1.0" encoding="UTF-7"?><xliff/>`},
		"names in depth":    {exchange.JSON, strings.Repeat(`{"a":`, 5000) + `"x"` + strings.Repeat("}", 5000)},
		"lists without end": {exchange.JSON, strings.Repeat(`[`, 100_000)},
		"a key twice":       {exchange.JSON, `{"a":"x","a":"y"}`},
		"no object":         {exchange.JSON, `"a"`},
		"null":              {exchange.JSON, `null`},
		"too many rows":     {exchange.CSV, "key,value\n" + strings.Repeat("a,b\n", 100_001)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options()
			o.Locale = "de"
			file, err := exchange.Read([]byte(tc.text), tc.format, o)
			if fault.CodeOf(err) != "VALIDATION" {
				t.Errorf("%+v, %v", file, err)
			}
		})
	}
}

// Whoever mends a file is told where.
func TestExchange_RefusedFile_NamesTheLine(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		format exchange.Format
		text   string
		want   map[string]any // by message
	}{
		"no comma": {
			exchange.JSON, "{\n\"a\":\"x\"\n\"b\":\"y\"}",
			map[string]any{"panel.texts.file.line": map[string]any{"line": 3}},
		},
		"a key twice": {
			exchange.JSON, `{"de":{"a":"x","a":"y"}}`,
			map[string]any{"panel.texts.file.twice": map[string]any{"name": "de.a"}},
		},
		"an open mark": {
			exchange.XLIFF, "<xliff>\n<file>\n<body>\n<b></file></xliff>",
			map[string]any{"panel.texts.file.line": map[string]any{"line": 4}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := exchange.Read([]byte(tc.text), tc.format, options())
			if got := fault.From(err).Params["resourceId"]; !reflect.DeepEqual(got, tc.want) {
				t.Errorf("%v, want %v", got, tc.want)
			}
		})
	}
}
