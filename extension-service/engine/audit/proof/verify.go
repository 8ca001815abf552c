package proof

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"

	"poolkeeper.example/extension-service/engine/store"
)

// ErrTampered is why a log does not hold; Report names the entries.
var ErrTampered = errors.New("the audit log is not as it was written")

// Report is what a verification has found.
type Report struct {
	Entries    int64 // verified one by one
	Segments   int64
	Pruned     int64 // entries that a signed statement says were removed by the retention
	Unchained  int64 // entries that are newer than the chain
	Statements int   // compared with the chain
	Problems   []string
	More       int64  // problems that are not named
	Key        string // the public key that the database names
}

// mostProblems are named; the others are counted.
const mostProblems = 100

func (r *Report) add(format string, args ...any) {
	if len(r.Problems) >= mostProblems {
		r.More++
		return
	}
	r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
}

// Against is what a database is verified against: what it does not say of itself.
type Against struct {
	Key        ed25519.PublicKey // nil: that of the database, which whoever changes the database may change as well
	Statements []Statement       // that have left the database
}

// verification is a verification under way.
type verification struct {
	Report

	db         *store.DB
	key        ed25519.PublicKey
	statements map[int64][]Statement // with a good signature, by position
	prunedTo   int64                 // position up to which entries may be gone
	end        segment               // of the chain
	agreedTo   int64                 // last id up to which statements agree with the chain
	differs    bool                  // whether one does not
	differences
}

// Verify compares the log of a database with its chain, and the chain with what was signed. ErrTampered means that
// something was found, which the report names.
func Verify(ctx context.Context, db *store.DB, against Against) (Report, error) {
	v := &verification{db: db, statements: map[int64][]Statement{}}
	if err := v.run(ctx, against); err != nil {
		return v.Report, err
	}
	if len(v.Problems) > 0 {
		return v.Report, ErrTampered
	}
	return v.Report, nil
}

func (v *verification) run(ctx context.Context, against Against) (err error) {
	if v.end, err = newest(ctx, v.db); err != nil {
		return fmt.Errorf("the database has no chain; it is of a version before there was one, or none of ours: %w", err)
	}
	if err := v.readKey(ctx, against.Key); err != nil {
		return err
	}
	if err := v.readStatements(ctx, against.Statements); err != nil {
		return err
	}
	if err := v.checkSegments(ctx); err != nil {
		return err
	}
	if err := v.checkBefore(ctx); err != nil {
		return err
	}
	v.name(v.add)
	v.reportMissing()
	_, err = v.db.Row(ctx, []any{&v.Unchained}, "SELECT count(*) FROM audit WHERE id > $1", v.end.lastID)
	return err
}

// readKey is the key to verify with.
func (v *verification) readKey(ctx context.Context, known ed25519.PublicKey) error {
	if _, err := v.db.Row(ctx, []any{&v.Key}, "SELECT public FROM audit_key WHERE id = 1"); err != nil {
		return err
	}
	v.key = known
	if known == nil && v.Key != "" {
		var err error
		if v.key, err = ParseKey(v.Key); err != nil {
			v.add("the public key in the database is damaged")
		}
	}
	if known != nil && v.Key != "" && v.Key != base64.StdEncoding.EncodeToString(known) {
		v.add("the key in the database is not the one given: its statements are signed by another")
	}
	return nil
}

// readStatements gathers those of the database and those that have left it, without such as nobody has signed.
func (v *verification) readStatements(ctx context.Context, outside []Statement) error {
	own, err := statements(ctx, v.db, "1 = 1")
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, s := range append(own, outside...) {
		if !s.IsSignedBy(v.key) {
			v.add("the statement of %s about the entries up to %d is not signed by the key", s.At, s.LastID)
			continue
		}
		if seen[s.Signature] {
			continue
		}
		seen[s.Signature] = true
		v.statements[s.Position] = append(v.statements[s.Position], s)
		if s.Kind == Pruned {
			v.prunedTo = max(v.prunedTo, s.Position)
		}
	}
	return nil
}

// checkSegments walks along the chain from where it begins.
func (v *verification) checkSegments(ctx context.Context) error {
	var previous segment
	for previous.position < v.end.position {
		chunk, err := segmentsAfter(ctx, v.db, &previous, v.end.position)
		if err != nil || len(chunk) == 0 {
			return err
		}
		for _, s := range chunk {
			v.checkLink(&previous, &s)
			if err := v.checkEntries(ctx, &previous, &s); err != nil {
				return err
			}
			v.compareStatements(&s)
			previous = s
		}
	}
	return nil
}

const segmentsAtOnce = 100

func segmentsAfter(ctx context.Context, db *store.DB, previous *segment, end int64) ([]segment, error) {
	return store.All(ctx, db, func(row store.Rows) (s segment, err error) { return s, row.Scan(s.dest()...) },
		"SELECT "+segmentColumns+" FROM audit_segments WHERE position > $1 AND position <= $2 ORDER BY position LIMIT $3",
		previous.position, end, segmentsAtOnce)
}

// checkLink compares a segment with its own hash and with the one before it.
func (v *verification) checkLink(previous, s *segment) {
	v.Segments++
	switch {
	case s.position != previous.position+1 || s.firstID <= previous.lastID || s.lastID < s.firstID:
		v.add("the chain lacks a part between the entries %d and %d", previous.lastID, s.firstID)
	case s.hashAfter(previous.hash) != s.hash || s.leaves != "" && digestOf(s.leaves) != s.digest:
		v.add("the chain was changed at the entries %d to %d", s.firstID, s.lastID)
	}
}

// compareStatements compares the chain up to a segment with what was signed about it.
func (v *verification) compareStatements(s *segment) {
	for _, one := range v.statements[s.position] {
		v.Statements++
		switch {
		case one.Hash == s.hash && one.LastID == s.lastID:
			v.agreedTo = s.lastID
		case !v.differs: // all that follow do as well
			v.differs = true
			v.add("the chain is not the one that was signed at %s: entries %d to %d were changed, and hashed anew",
				one.At, v.agreedTo+1, one.LastID)
		}
	}
	delete(v.statements, s.position)
}

// reportMissing names what statements say was there behind the end of the chain.
func (v *verification) reportMissing() {
	var last Statement
	for _, list := range v.statements {
		for _, one := range list {
			v.Statements++
			if one.LastID > last.LastID {
				last = one
			}
		}
	}
	if last.LastID > v.end.lastID {
		v.add("the entries %d to %d are missing from the chain: they were there at %s", v.end.lastID+1, last.LastID, last.At)
	} else if last.LastID > 0 {
		v.add("the chain lacks a part that was signed at %s, with entries up to %d", last.At, last.LastID)
	}
}

// checkEntries compares the entries of a segment with their hashes.
func (v *verification) checkEntries(ctx context.Context, previous, s *segment) error {
	found, _, err := readLeaves(ctx, v.db, previous.lastID, s.lastID)
	if err != nil {
		return err
	}
	if s.leaves == "" {
		v.checkPruned(s, found)
		return nil
	}
	want, isComplete := decodeLeaves(s.leaves, s.firstID)
	if !isComplete {
		v.add("the hashes of the entries %d to %d are damaged", s.firstID, s.lastID)
		return nil
	}
	v.Entries += int64(len(want))
	v.compare(want, found)
	return nil
}

// checkBefore finds entries with ids that the database never gives.
func (v *verification) checkBefore(ctx context.Context) error {
	var id int64
	return v.db.Each(ctx, []any{&id}, func() error {
		v.add("entry %d stands before the first", id)
		return nil
	}, "SELECT id FROM audit WHERE id < 1 ORDER BY id")
}

func (v *verification) checkPruned(s *segment, found []leaf) {
	if s.position > v.prunedTo {
		v.add("the hashes of the entries %d to %d are gone, and no statement says that they were pruned", s.firstID, s.lastID)
		return
	}
	v.Pruned += s.entries
	for _, f := range found {
		v.add("entry %d stands where the entries up to %d were pruned", f.id, s.lastID)
	}
}
