package store

import (
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/trigram"
	"poolkeeper.example/extension-service/platform/canonical"
)

// textQuery is what a folded text must hold, a blank before it: a fragment for each word that somebody looks for, or
// all of the text where a word is so short that it is looked for as the beginning of one.
type textQuery struct {
	words  []string
	phrase string // "": each of the words is enough
}

// wantedOf is what a condition looks for: words as parts of a text, or as the beginnings of its words.
func wantedOf(c query.Cond) (w textQuery) {
	text, _ := c.Values[0].(string)
	if c.Field.Kind == field.Email {
		text = canonical.ShownEmail(text)
	}
	isShort := false
	w.words = canonical.Words(text)
	for i, word := range w.words {
		w.words[i] = trigram.SearchText(word)
		isShort = isShort || w.words[i] != word
		if c.Op != query.Contains && w.words[i] == word {
			w.words[i] = " " + word
		}
	}
	if c.Op == query.Contains && isShort && len(w.words) > 1 {
		w.phrase = Fold(text)
	}
	return w
}

// contains asks the index of texts, in SQLite for what it has found already. What has no words is in every text.
func (t *table) contains(c query.Cond, q *builder) string {
	var w textQuery
	switch v := c.Values[0].(type) {
	case *foundRows:
		if !q.byRow {
			return "t.id IN " + inList(SQLite, q.arg(v))
		}
		w = v.textQuery
	case string:
		w = wantedOf(c)
	}
	column, parts := "t."+c.Field.Column+"_fold", make([]string, len(w.words))
	for i, word := range w.words {
		parts[i] = q.contains(column, word, c.Op == query.HasWords || c.Op == hasWords)
	}
	switch text := strings.Join(parts, " AND "); {
	case text == "":
		return "1 = 1"
	case w.phrase != "":
		return "(" + text + " OR " + q.contains(column, w.phrase, false) + ")"
	default:
		return "(" + text + ")"
	}
}

// contains says whether a folded column has a fragment, which begins with a blank where a word begins; isWord: and
// where it ends.
func (q *builder) contains(column, fragment string, isWord bool) string {
	start, isStart := strings.CutPrefix(fragment, " ")
	end := ""
	if isWord {
		end = " "
	}
	switch {
	case q.dialect == SQLite && isWord:
		return "instr(' ' || " + column + " || ' ', " + q.arg(fragment+end) + ") > 0"
	case q.dialect == SQLite && isStart:
		return "instr(' ' || " + column + ", " + q.arg(fragment) + ") > 0"
	case q.dialect == SQLite:
		return "instr(" + column + ", " + q.arg(fragment) + ") > 0"
	}
	q.searched = true
	like := func(pattern string) string { return column + " LIKE " + q.arg(pattern) }
	switch text := likeText(start); {
	case (isWord || isStart) && hasTrigram(start):
		// One pattern for the index, and one that it does not know: it would look up each of several by itself.
		return "(" + like("%"+text+"%") + " AND ' ' || " + column + " || ' ' LIKE " + q.arg("% "+text+end+"%") + ")"
	case isWord:
		return "(" + column + " = " + q.arg(start) + " OR " + like(text+" %") + " OR " + like("% "+text) + " OR " +
			like("% "+text+" %") + ")"
	case isStart:
		return "(" + like(text+"%") + " OR " + like("% "+text+"%") + ")"
	}
	return like("%" + likeText(fragment) + "%")
}

// hasTrigram says whether the index of texts finds a part of a word by it: there are three letters or digits one after
// the other that count as such in every locale.
func hasTrigram(part string) bool {
	n := 0
	for _, r := range part {
		if n++; !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') {
			n = 0
		}
		if n == 3 {
			return true
		}
	}
	return false
}

func likeText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s)
}
