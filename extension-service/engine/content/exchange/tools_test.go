package exchange_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"poolkeeper.example/extension-service/engine/content/exchange"
	"poolkeeper.example/extension-service/platform/fault"
)

// known are the languages there are, in which the names of files by other tools are found.
var known = []string{"ar", "de", "en", "fr", "ja", "pl", "pt-BR"}

// summarise is a file in short: language, key, value and state of each text, and its fault in place of the value.
func summarise(f *exchange.File) string {
	var parts []string
	for _, one := range f.Texts {
		value := one.Value
		if one.Fault != "" {
			value = "!" + one.Fault
		}
		if one.State != "" {
			value += " " + one.State
		}
		parts = append(parts, one.Locale+" "+one.Key+"="+value)
	}
	return strings.Join(parts, "; ")
}

func toolOptions(name string) exchange.Options {
	o := options()
	o.Name, o.Locales = name, known
	o.IsKey = func(key string) bool { return strings.HasPrefix(key, "known") }
	return o
}

func TestXLIFF_OfOtherTools_IsReadByItsOwnConventions(t *testing.T) {
	t.Parallel()
	one := func(file, inside string) string {
		return `<?xml version="1.0" encoding="UTF-8"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="x" source-language="en" datatype="plaintext" ` +
			file + `><header/><body>` + inside + `</body></file></xliff>`
	}
	two := func(inside string) string {
		return `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de-DE"><file id="f1">` +
			inside + `</file></xliff>`
	}
	german := `target-language="de"`
	for name, tc := range map[string]struct{ name, text, want string }{
		"Weblate": {
			"", one(`target-language="de_DE"`,
				`<trans-unit id="menu.home" xml:space="preserve" approved="yes"><source>Home</source><target state="translated">Start</target></trans-unit>`+
					`<trans-unit id="menu.end" xml:space="preserve"><source>End</source><target state="needs-translation">Ende?</target></trans-unit>`+
					`<trans-unit id="menu.new" xml:space="preserve" approved="no"><source>New</source><target></target></trans-unit>`),
			"de menu.home=Start REVIEWED; de menu.end=Ende? DRAFT; de menu.new=",
		},
		"Phrase, a number for an id": {
			"", one(`target-language="de-DE"`,
				`<trans-unit id="4711" resname="menu.home"><source>Home</source><target state="final">Start</target><note>A menu</note></trans-unit>`),
			"de menu.home=Start REVIEWED",
		},
		"Angular, 1.2": {
			"messages.de.xlf", one("",
				`<trans-unit id="hello" datatype="html"><source>Hi <x id="INTERPOLATION" equiv-text="{{ name }}"/></source>`+
					`<target>Hallo <x id="START_BOLD_TEXT" ctype="x-b" equiv-text="&lt;b&gt;"/><x id="INTERPOLATION" equiv-text="{{ name }}"/><x id="CLOSE_BOLD_TEXT" ctype="x-b" equiv-text="&lt;/b&gt;"/></target>`+
					`<context-group purpose="location"><context context-type="sourcefile">a.html</context></context-group></trans-unit>`),
			"de hello=Hallo <b>{{ name }}</b>",
		},
		"Angular, a message of ICU": {
			"", one(german, `<trans-unit id="n"><source>x</source><target>{VAR_PLURAL, plural, =1 {eine Zeile} other {<x id="INTERPOLATION" equiv-text="{{ n }}"/> Zeilen} }</target></trans-unit>`),
			"de n=eine Zeile |||| {{ n }} Zeilen",
		},
		"Angular, a message of ICU without its placeholder": {
			"", one(german, `<trans-unit id="n"><source>x</source><target>{VAR_PLURAL, plural, one {<x id="INTERPOLATION"/> Zeile} other {<x id="INTERPOLATION"/> Zeilen} }</target></trans-unit>`),
			"de n=%{INTERPOLATION} Zeile |||| %{INTERPOLATION} Zeilen",
		},
		"Angular, choices of words": {
			"", one(german, `<trans-unit id="n"><source>x</source><target>{VAR_PLURAL, plural, one {{VAR_SELECT, select, a {x} other {y}}} other {z} }</target></trans-unit>`),
			"de n=!icu",
		},
		"a message of ICU": {
			"", one(german, `<trans-unit id="n"><source>x</source><target>{count, plural, =1 {eine Zeile} other {# Zeilen} }</target></trans-unit>`),
			"de n=eine Zeile |||| %{count} Zeilen",
		},
		"a source without a language of targets": {
			"messages.xlf",
			one("", `<trans-unit id="a"><source>Hello</source></trans-unit>`), "en a=Hello",
		},
		"a prefix of names": {
			"",
			`<x:xliff version="1.2" xmlns:x="urn:oasis:names:tc:xliff:document:1.2"><x:file source-language="en" target-language="DE"><x:body><x:trans-unit id="a"><x:source>A</x:source><x:target>B</x:target></x:trans-unit></x:body></x:file></x:xliff>`,
			"de a=B",
		},
		"unescaped characters": {
			"",
			one(german, `<trans-unit id="a"><source>A</source><target><![CDATA[<b>5 & 6</b>]]> &lt;i&gt;&#228;&amp;</target></trans-unit>`),
			"de a=<b>5 & 6</b> <i>ä&",
		},
		"a type of document by its name": {
			"",
			`<!DOCTYPE xliff PUBLIC "-//XLIFF//DTD XLIFF//EN" "http://www.oasis-open.org/committees/xliff/documents/xliff.dtd">` +
				one(german, `<trans-unit id="a"><source>A</source><target>B</target></trans-unit>`)[38:], "de a=B",
		},
		"room that lays a text out": {
			"",
			one(german, "<trans-unit id=\"a\"><source>A</source><target>\n      Hallo\n    </target></trans-unit><trans-unit id=\"b\" xml:space=\"preserve\"><source>A</source><target>\n Hallo\n</target></trans-unit>"),
			"de a=Hallo; de b=\n Hallo\n",
		},
		"lines of a text": {
			"",
			one(german, "<trans-unit id=\"a\"><source>A</source><target>eins\nzwei </target></trans-unit>"), "de a=eins\nzwei ",
		},
		"not translated, with a copy": {
			"",
			one(german, `<trans-unit id="a"><source>A</source><target state="new">A</target></trans-unit><trans-unit id="b"><source>A</source></trans-unit>`),
			"de a=; de b=",
		},
		"native code": {
			"",
			one(german, `<trans-unit id="a"><source>A</source><target>Hallo <ph id="1">%{name}</ph><bpt id="2">&lt;b&gt;</bpt>!<ept id="2">&lt;/b&gt;</ept></target></trans-unit>`),
			"de a=Hallo %{name}<b>!</b>",
		},
		"a name for a placeholder": {
			"",
			one(german, `<trans-unit id="a"><source>A</source><target>Hallo <x id="name"/></target></trans-unit>`),
			"de a=Hallo %{name}",
		},
		"a number for a placeholder": {
			"",
			one(german, `<trans-unit id="a"><source>A</source><target>Hallo <x id="1"/></target></trans-unit>`),
			"de a=!notText",
		},
		"segments": {
			"",
			one(german, `<trans-unit id="a"><source>A. B.</source><seg-source><mrk mtype="seg" mid="1">A.</mrk> <mrk mtype="seg" mid="2">B.</mrk></seg-source><target><mrk mtype="seg" mid="1">X.</mrk> <mrk mtype="seg" mid="2">Y.</mrk></target></trans-unit>`),
			"de a=X. Y.",
		},
		"forms in another order": {
			"", one(german, `<group id="g" resname="rows" restype="x-gettext-plurals"><trans-unit id="rows[other]"><source>rows</source><target>Zeilen</target></trans-unit><trans-unit id="rows[one]"><source>row</source><target>Zeile</target></trans-unit></group>`),
			"de rows=Zeile |||| Zeilen",
		},
		"XLIFF 2": {
			"", two(`<unit id="1" name="menu.home"><notes><note category="description">A menu</note></notes><segment state="reviewed"><source>Home</source><target>Start</target></segment></unit>` +
				`<group id="g"><unit id="menu.end"><segment><source>End</source><target>Ende</target></segment></unit></group><unit id="menu.new"><segment state="initial"><source>New</source></segment></unit>`),
			"de menu.home=Start REVIEWED; de menu.end=Ende; de menu.new=",
		},
		"XLIFF 2, Angular": {
			"", two(`<unit id="hello"><segment><source>Hi</source><target>Hallo <pc id="0" equivStart="START_BOLD_TEXT" equivEnd="CLOSE_BOLD_TEXT" type="fmt" dispStart="&lt;b&gt;" dispEnd="&lt;/b&gt;"><ph id="1" equiv="INTERPOLATION" disp="{{ name }}"/></pc></target></segment></unit>`),
			"de hello=Hallo <b>{{ name }}</b>",
		},
		"XLIFF 2, original data": {
			"", two(`<unit id="a"><originalData><data id="d1">%{name}</data><data id="d2">&lt;b&gt;</data><data id="d3">&lt;/b&gt;</data></originalData><segment><source>A</source><target>Hallo <pc id="2" dataRefStart="d2" dataRefEnd="d3"><ph id="1" dataRef="d1"/></pc></target></segment></unit>`),
			"de a=Hallo <b>%{name}</b>",
		},
		"XLIFF 2, markup without declared characters": {
			"", two(`<unit id="a"><segment><source>A</source><target>x <pc id="1">y</pc></target></segment></unit>`),
			"de a=!notText",
		},
		"XLIFF 2, several segments": {
			"", two(`<unit id="a"><segment state="final"><source>A.</source><target>X.</target></segment><ignorable><source> </source></ignorable><segment state="translated"><source>B.</source><target>Y.</target></segment></unit>`),
			"de a=X. Y. TRANSLATED",
		},
		"XLIFF 2, one segment of two": {
			"", two(
				`<unit id="a"><segment><source>A.</source><target>X.</target></segment><segment><source>B.</source></segment></unit>`),
			"de a=!someForms",
		},
		"XLIFF 2, another order": {
			"", two(
				`<unit id="a"><segment><source>A.</source><target order="2">X.</target></segment><segment><source>B.</source><target order="1">Y.</target></segment></unit>`),
			"de a=!reordered",
		},
		"XLIFF 2, a character": {"", two(
			`<unit id="a"><segment><source>A</source><target>x<cp hex="001A"/></target></segment></unit>`), "de a=x\x1a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := exchange.Read([]byte(tc.text), "", toolOptions(tc.name))
			if err != nil {
				t.Fatal(err)
			}
			if got := summarise(file); got != tc.want || file.Format != exchange.XLIFF {
				t.Errorf("%s: %q, want %q", file.Format, got, tc.want)
			}
		})
	}
}

func TestJSON_OfOtherTools_IsReadByItsOwnConventions(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ name, text, want string }{
		"i18next": {
			"de.json",
			`{"rows_one":"{{count}} Zeile","rows_other":"{{count}} Zeilen","menu":{"home":"Start"}}`,
			"de menu.home=Start; de rows={{count}} Zeile |||| {{count}} Zeilen",
		},
		"i18next, a language of four": {
			"pl.json", `{"rows_one":"a","rows_few":"b","rows_many":"c","rows_other":"d"}`,
			"pl rows=a |||| b |||| c |||| d",
		},
		"i18next, forms of others": {
			"de.json", `{"rows_zero":"keine","rows_one":"a","rows_other":"b"}`,
			"de rows=a |||| b; de rows_zero=!otherForm",
		},
		"i18next, ordinal": {
			"en.json", `{"place_ordinal_one":"1st","place_ordinal_other":"th"}`,
			"en place_ordinal_one=!ordinal; en place_ordinal_other=!ordinal",
		},
		"i18next, older": {"de.json", `{"rows":"Zeile","rows_plural":"Zeilen"}`, "de rows=Zeile |||| Zeilen"},
		"i18next, nested": {
			"fr/x-fr_FR.json", `{"a":{"rows_one":"x","rows_many":"y","rows_other":"z"}}`,
			"fr a.rows=x |||| y |||| z",
		},
		"i18next, one form alone":  {"ja.json", `{"known_other":"x"}`, "ja known_other=x"},
		"keys that end like forms": {"de.json", `{"known_one":"x","known_other":"y"}`, "de known_one=x; de known_other=y"},
		"Rails":                    {"", `{"de":{"rows":{"one":"Zeile","other":"Zeilen"}}}`, "de rows=Zeile |||| Zeilen"},
		"an object that is no plural": {
			"de.json", `{"kind":{"one":"x","other":"y","next":"z"}}`,
			"de kind.next=z; de kind.one=x; de kind.other=y",
		},
		"languages by other names": {
			"", `{"de_DE":{"a":"A"},"FR":{"a":"B"},"pt_br":{"a":"C"}}`,
			"fr a=B; de a=A; pt-BR a=C",
		},
		"not translated yet": {"de.json", `{"a":null,"b":""}`, "de a=; de b="},
		"ARB": {
			"app_de.arb", `{"@@locale":"de","hello":"Hallo {name}","@hello":{"description":"x","placeholders":{"name":{}}},"rows":"{n, plural, =1{eine Zeile} other{{n} Zeilen}} da"}`,
			"de hello=Hallo %{name}; de rows=eine Zeile da |||| %{n} Zeilen da",
		},
		"ARB, more than we have": {
			"",
			`{"@@locale":"en","rows":"{n, plural, =0{none} one{one} other{#}}","who":"{g, select, male{he} other{they}}","at":"{d, date, short}"}`,
			"en at=!icu; en rows=one |||| %{n}; en rows[=0]=!otherForm; en who=!icu",
		},
		"ARB, without its name": {"intl_fr.arb", `{"hello":"Bonjour","it":"L''un"}`, "fr hello=Bonjour; fr it=L'un"},
		"a mark and markup": {
			"de.json", "\uFEFF" + `{"a":"<svg onload=x>","b":"javascript:alert(1)","c":"<body>"}`,
			"de a=<svg onload=x>; de b=javascript:alert(1); de c=<body>",
		},
		"a name without a language": {"texts.json", `{"a":"A"}`, " a=!noLocale"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := exchange.Read([]byte(tc.text), "", toolOptions(tc.name))
			if err != nil {
				t.Fatal(err)
			}
			if got := summarise(file); got != tc.want || file.Format != exchange.JSON {
				t.Errorf("%s: %q, want %q", file.Format, got, tc.want)
			}
		})
	}
}

func TestFile_InAnyEncoding_IsReadOrNeedsAChoice(t *testing.T) {
	t.Parallel()
	texts := map[string]string{
		"t.csv": "key;de\na;Grüße\n", "t.json": "{\"de\":{\"a\":\"Grüße\"}}",
		"t.xlf": `<xliff version="1.2"><file source-language="en" target-language="de"><body><trans-unit id="a"><source>A</source><target>Grüße</target></trans-unit></body></file></xliff>`,
	}
	encodings := map[string]struct {
		encoding.Encoding

		isKnown bool
		chosen  string
	}{
		"UTF-8 with a mark":            {unicode.UTF8BOM, true, ""},
		"UTF-16, little end first":     {unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), true, ""},
		"UTF-16, big end first":        {unicode.UTF16(unicode.BigEndian, unicode.UseBOM), true, ""},
		"UTF-16 without a mark":        {unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), true, ""},
		"UTF-16 big, without a mark":   {unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), true, ""},
		"Windows-1252":                 {charmap.Windows1252, false, ""},
		"Windows-1252, chosen":         {charmap.Windows1252, true, "windows-1252"},
		"Windows-1250, chosen":         {charmap.Windows1250, true, "windows-1250"},
		"Mac OS Roman, chosen":         {charmap.Macintosh, true, "macintosh"},
		"UTF-16, chosen, big, no mark": {unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), true, "utf-16"},
	}
	for file, text := range texts {
		for name, tc := range encodings {
			raw, err := tc.NewEncoder().Bytes([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			o := toolOptions(file)
			o.Encoding = tc.chosen
			got, err := exchange.Read(raw, "", o)
			if err != nil {
				t.Errorf("%s in %s: %v", file, name, err)
				continue
			}
			if tc.isKnown && (summarise(got) != "de a=Grüße" || got.NeedsChoice()) {
				t.Errorf("%s in %s: %q %+v", file, name, summarise(got), got)
			}
			if !tc.isKnown && (!got.NeedsChoice() || summarise(got) != "" || len(got.Affected) != 1 ||
				!strings.Contains(fmt.Sprint(got.Affected), "Grüße")) && got.Format != exchange.CSV {
				t.Errorf("%s in %s is not asked about: %+v", file, name, got)
			}
		}
	}
	declared, _ := charmap.ISO8859_1.NewEncoder().Bytes([]byte(`<?xml version="1.0" encoding="ISO-8859-1"?>` +
		texts["t.xlf"]))
	if got, err := exchange.Read(declared, "", toolOptions("t.xlf")); err != nil || summarise(got) != "de a=Grüße" {
		t.Errorf("an encoding that the file declares: %+v %v", got, err)
	}
	if _, err := exchange.Read([]byte("key,de\na,M\xfcller\n"), "",
		exchange.Options{
			Name: "a.csv", Encoding: "utf-8",
			Forms: options().Forms,
		}); fault.From(err).Fields["encoding"] == nil {
		t.Errorf("a wrong choice: %v", err)
	}
}

func TestFormat_OfAFile_FollowsItsNameAndAllItsContent(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(" ", 2<<20)
	for name, tc := range map[string]struct {
		name, text string
		want       exchange.Format
	}{
		"JSON by its name":    {"de.json", `{"a":"` + long + `"}`, exchange.JSON},
		"JSON by its content": {"de", long + `{"a":"A"}` + long, exchange.JSON},
		"JSON as text":        {"de.txt", "\uFEFF{\"a\":\"" + long + "\"}", exchange.JSON},
		"XLIFF by its content": {
			"x", long + `<xliff version="1.2"><file target-language="de"><body/></file></xliff>`,
			exchange.XLIFF,
		},
		"a table":             {"texts.txt", "key,de\na,\"{}\"\n" + strings.Repeat("b,<xliff>\n", 100), exchange.CSV},
		"a table by its name": {"texts.csv", "{,key,de\na,b,c\n", exchange.CSV},
	} {
		got, err := exchange.Read([]byte(tc.text), "", toolOptions(tc.name))
		if err != nil || got.Format != tc.want {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
}

func TestFitting_PlaceholdersOfOtherTools_BecomeOurs(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, origin, count, want string }{
		"i18next": {
			"{{count}} Zeilen von {{ name }}", "%{smart_count} rows of %{name}", "count",
			"%{smart_count} Zeilen von %{name}",
		},
		"ICU":                    {"Hallo {name}", "Hello %{name}", "", "Hallo %{name}"},
		"gettext":                {"Hallo %(name)s", "Hello %{name}", "", "Hallo %{name}"},
		"the number of a plural": {"%{n} Zeilen", "%{smart_count} rows", "n", "%{smart_count} Zeilen"},
		"ours":                   {"%{name} {x} {{y}}", "%{name}", "", "%{name} {x} {{y}}"},
		"others than those":      {"Hallo {{who}}", "Hello %{name}", "", "Hallo {{who}}"},
		"none wanted":            {"{{x}}", "x", "", "{{x}}"},
	} {
		if got := exchange.AdaptPlaceholders(tc.text, tc.origin, tc.count); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}
