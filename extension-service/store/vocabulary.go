package store

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"unicode/utf8"

	"poolkeeper.example/extension-service/resource"
)

// vocabulary is every word that a searchable column of SQLite has ever held, cut at white space. A text holds few
// different words however many rows there are, so a fragment is looked up here first: the rows of the words that hold it
// come from the index of words, which is many times faster than putting the fragment together from its trigrams. Triggers
// keep the table behind it, and what has come since is read before each search.
type vocabulary struct {
	mu   sync.Mutex
	text []byte // each word between two line feeds
	last int64  // rowid of the newest word
	read bool
	at   uint64 // generation of the column when it was read
}

const (
	fewWords   = 32 // how many words, or phrases, a fragment may stand for; beyond that its trigrams are quicker
	fewEnds    = 8  // words that the beginning or the end of a fragment may belong to
	shortWord  = 3  // characters from which fragments are looked up
	matchWords = resource.Op("matchWords")
)

// vocabularyOf returns what a folded column holds by now. Outside of transactions only: what one of them adds may never
// come to be.
func (db *DB) vocabularyOf(ctx context.Context, table, column string) (*vocabulary, error) {
	kept, _ := db.words.LoadOrStore(table+"."+column, &vocabulary{text: []byte{'\n'}})
	v := kept.(*vocabulary)
	v.mu.Lock()
	defer v.mu.Unlock()
	now := db.generation(table, []string{column, newRows})
	if v.read && v.at == now {
		return v, nil
	}
	rows, err := db.Query(ctx, "SELECT rowid, word FROM "+table+"_"+column+"_fold_vocabulary WHERE rowid > $1 ORDER BY rowid", v.last)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var word []byte
		if err := rows.Scan(&v.last, &word); err != nil {
			return nil, err
		}
		v.text = append(append(v.text, word...), '\n')
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	v.read, v.at = true, now
	return v, nil
}

// words rewrites a search for a fragment into one for the words it stands for. What is not made of plain letters and
// digits, or stands for too many words, is left to the trigrams.
func (t *Table[T, P]) words(ctx context.Context, c resource.Cond) (resource.Cond, error) {
	fragment := Fold(c.Values[0].(string))
	if t.db.dialect != SQLite || InTransaction(ctx) || utf8.RuneCountInString(fragment) < shortWord || !isPlain(fragment) {
		return c, nil
	}
	v, err := t.db.vocabularyOf(ctx, t.config.Name, c.Field.Column)
	if err != nil {
		return c, err
	}
	if match, ok := v.match(fragment); ok {
		c.Op, c.Values = matchWords, []any{match, fragment}
	}
	return c, nil
}

// isPlain says whether a folded text holds nothing but a-z, 0-9 and spaces.
func isPlain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r != ' ' && !isAlnum(r) })
}

func isAlnum(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }

// match is the query of the word index that finds every row holding the fragment: "" when there can be none. It is not ok
// when the fragment stands for too many words.
func (v *vocabulary) match(fragment string) (match string, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	parts := strings.Split(fragment, " ")
	if len(parts) == 1 {
		found, ok := v.find(fragment, fewWords, token)
		if len(found) == 0 {
			return "", ok
		}
		return `"` + strings.Join(found, `" OR "`) + `"`, ok
	}
	firsts, ok1 := v.find(parts[0]+"\n", fewEnds, chunk)
	lasts, ok2 := v.find("\n"+parts[len(parts)-1], fewEnds, chunk)
	if !ok1 || !ok2 {
		return "", false
	}
	var phrases []string
	for _, first := range firsts {
		for _, last := range lasts {
			parts[0], parts[len(parts)-1] = first, last
			phrases = append(phrases, neighbouring(parts))
		}
	}
	return strings.Join(phrases, " OR "), len(phrases) <= fewWords
}

// neighbouring is a phrase of the words as the index holds those that follow each other.
func neighbouring(words []string) string {
	pairs := make([]string, len(words)-1)
	for i := range pairs {
		pairs[i] = words[i] + joint + words[i+1]
	}
	return `"` + strings.Join(pairs, " ") + `"`
}

// find returns the different words in which a text occurs, at most so many.
func (v *vocabulary) find(text string, most int, word func(b []byte, from, to int) (int, int)) (out []string, ok bool) {
	seen := map[string]bool{}
	for at := 0; ; {
		hit := bytes.Index(v.text[at:], []byte(text))
		if hit < 0 {
			return out, true
		}
		from, to := word(v.text, at+hit, at+hit+len(text))
		if one := strings.ReplaceAll(string(v.text[from:to]), `"`, " "); !seen[one] {
			if len(out) == most {
				return nil, false
			}
			seen[one] = true
			out = append(out, one)
		}
		at = max(to, at+hit+1)
	}
}

// token widens a hit to what the word index takes for one word. Beyond ASCII it may take less, which only makes it a phrase.
func token(b []byte, from, to int) (int, int) {
	inside := func(c byte) bool { return c >= utf8.RuneSelf || isAlnum(rune(c)) }
	for from > 0 && inside(b[from-1]) {
		from--
	}
	for to < len(b) && inside(b[to]) {
		to++
	}
	return from, to
}

// chunk widens a hit to the white space around it.
func chunk(b []byte, from, to int) (int, int) {
	if b[from] == '\n' {
		from++
	}
	if b[to-1] == '\n' {
		to--
	}
	return bytes.LastIndexByte(b[:from], '\n') + 1, to + bytes.IndexByte(b[to:], '\n')
}
