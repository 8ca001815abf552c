package trigram

import "encoding/binary"

// SQLite looks for a part of a text in postings: for every three bytes in a row, a token, the rows and places in them
// where they stand. A fragment is where its tokens stand one after the other, so that no row has to be read to be sure.
// A posting is the id of a row and the place in its text; those of a token are kept together for so many rows.
const (
	tokenBytes = 3
	placeBits  = 13 // no folded text is longer than 8 kB
	blockBits  = 17 // rows
	atBits     = 24 // of the number under which they are kept, which hold the block's; above them is the token

	startOfWord = 0xff0000 // and the first byte of a word, of which no three need follow; no text holds the byte ff
	inTheTrash  = 0xffffff // where the rows of the trash stand
)

// tokens calls add for each of a folded text. Before the text a blank is thought, so that every word follows one.
func tokens(text string, add func(token int64, place int)) {
	text = " " + text
	for i := range min(len(text), 1<<placeBits) {
		if i+tokenBytes <= len(text) {
			add(tokenAt(text, i), i)
		}
		if text[i] == ' ' && i+1 < len(text) {
			add(startOfWord|int64(text[i+1]), i)
		}
	}
}

func tokenAt(s string, i int) int64 { return int64(s[i])<<16 | int64(s[i+1])<<8 | int64(s[i+2]) }

// needle is a token of a fragment, where in the fragment it stands, and how many bytes its postings take.
type needle struct{ token, place, size int64 }

// needles are the fewest tokens that cover a fragment.
func needles(fragment string) (out []needle) {
	if len(fragment) < tokenBytes { // a blank and a letter
		return []needle{{token: startOfWord | int64(fragment[1])}}
	}
	for i := 0; i < len(fragment); i += tokenBytes {
		i = min(i, len(fragment)-tokenBytes)
		out = append(out, needle{token: tokenAt(fragment, i), place: int64(i)})
	}
	return out
}

// blockStart is the posting before all others of a block.
func blockStart(at int64) int64 { return at & (1<<atBits - 1) << (blockBits + placeBits) }

// packing is a set of postings as it is kept: the differences between them, which are in order.
type packing struct {
	last int64
	text []byte
}

func (p *packing) add(posting int64) {
	p.text = binary.AppendUvarint(p.text, uint64(posting-p.last)) //nolint:gosec // they are in order
	p.last = posting
}

// copy goes on with some of another set as they are, of which the last posting is named.
func (p *packing) copy(text []byte, last int64) {
	if len(text) > 0 {
		p.text, p.last = append(p.text, text...), last
	}
}

// merge makes of a set, in the place of what was packed before, one without the postings of some rows and with others,
// all in order, and says whether it is another one. What does not change is copied.
func (p *packing) merge(at int64, set []byte, gone, came []int64) (isOther bool) {
	p.text, p.last = p.text[:0], blockStart(at)
	last, from, copies := p.last, 0, true // copies: all that is read, from there on
	for i := 0; i < len(set); {
		difference, next := nextOf(set, i)
		posting := last + difference
		for len(gone) > 0 && gone[0] < rowOf(posting) {
			gone = gone[1:]
		}
		goes := len(gone) > 0 && gone[0] == rowOf(posting)
		if goes || !copies || len(came) > 0 && came[0] <= posting {
			if copies {
				p.copy(set[from:i], last)
			}
			for ; len(came) > 0 && came[0] < posting; came = came[1:] {
				p.add(came[0])
				isOther = true
			}
			if len(came) > 0 && came[0] == posting { // it comes again
				goes, came = false, came[1:]
			}
			if copies = !goes; copies {
				p.add(posting)
			}
			from, isOther = next, isOther || goes
		}
		last, i = posting, next
	}
	if copies {
		p.copy(set[from:], last)
	}
	for _, posting := range came {
		p.add(posting)
	}
	return isOther || len(came) > 0
}

// unpack appends the postings of a set.
func unpack(out []int64, at int64, packed []byte) []int64 {
	last := blockStart(at)
	for i := 0; i < len(packed); {
		var difference int64
		difference, i = nextOf(packed, i)
		last += difference
		out = append(out, last)
	}
	return out
}

// following narrows postings to those that have one of another token so many places behind them.
type following struct{ matches, list []int64 } // what has one, in the place of the list, of which the rest is left

// advance goes on with a set of postings of that token.
func (f *following) advance(at int64, packed []byte, behind int64) {
	last := blockStart(at)
	for i := 0; i < len(packed) && len(f.list) > 0; {
		var difference int64
		difference, i = nextOf(packed, i)
		last += difference
		for len(f.list) > 0 && f.list[0]+behind < last {
			f.list = f.list[1:]
		}
		if len(f.list) > 0 && f.list[0]+behind == last {
			f.matches, f.list = append(f.matches, f.list[0]), f.list[1:]
		}
	}
}

// nextOf reads the difference that begins at i, and says where the next one does.
func nextOf(packed []byte, i int) (difference int64, next int) {
	for shift := 0; i < len(packed); shift += 7 {
		b := packed[i]
		difference |= int64(b&0x7f) << shift
		if i++; b < 0x80 {
			break
		}
	}
	return difference, i
}

// rowsOf are the ids of the rows of postings, which are used up.
func rowsOf(postings []int64) []int64 {
	out := postings[:0]
	for _, p := range postings {
		if id := p >> placeBits; len(out) == 0 || out[len(out)-1] != id {
			out = append(out, id)
		}
	}
	return out
}

// filterSorted keeps the numbers that are, or are not, among others, all in order. The list is used up.
func filterSorted(list []int64, isAmong bool, others []int64) []int64 {
	remaining := list[:0]
	for _, wanted := range list {
		for len(others) > 0 && others[0] < wanted { // in strides that double
			stride := 1
			for stride < len(others) && others[stride] < wanted {
				stride *= 2
			}
			others = others[stride/2+1:]
		}
		if (len(others) > 0 && others[0] == wanted) == isAmong {
			remaining = append(remaining, wanted)
		}
	}
	return remaining
}

func rowOf(posting int64) int64 { return posting >> placeBits }
