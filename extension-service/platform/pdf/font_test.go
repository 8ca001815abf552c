package pdf

import (
	"testing"

	"golang.org/x/image/font/sfnt"
)

// A character without a letter is printed as a box.
func TestFont_EasternLetters_ArePresent(t *testing.T) {
	t.Parallel()
	bytes, err := east()
	if err != nil {
		t.Fatal(err)
	}
	font, err := sfnt.Parse(bytes)
	if err != nil {
		t.Fatal(err)
	}
	for language, text := range map[string]string{
		"Chinese": "李小龙李小龍高级后端工程师臺灣，。", "Japanese": "山田太郎の「バックエンド」〒・ー", "Korean": "김민수 백엔드 개발자",
		"between them": "Jörg Müßig (95,00 €) · Świętosław Дмитрий Μίκης – „…“ 0123456789",
	} {
		for _, r := range text {
			if at, err := font.GlyphIndex(new(sfnt.Buffer), r); err != nil || at == 0 {
				t.Errorf("%s: no letter for %q, %v", language, r, err)
			}
		}
	}
}
