package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// statements keeps what the read pool has prepared. The service asks few different texts, but callers can make any
// number of them out of filters and sorts, so only so many stay.
type statements struct {
	mu   sync.Mutex
	kept map[string]*prepared
}

type prepared struct {
	*sql.Stmt
	users int         // queries being started; one that is in use is not put away
	quick atomic.Bool // it has been run, and never took long
}

// quickTime is what a statement takes at most that need not be cut off.
const quickTime = 20 * time.Millisecond

func (s *statements) query(ctx context.Context, pool *sql.DB, text string, args []any) (*sql.Rows, error) {
	st, err := s.take(ctx, pool, text)
	if err != nil {
		return nil, fmt.Errorf("prepare %q: %w", text, err)
	}
	defer s.leave(st)
	return st.run(ctx, args)
}

// run starts a query that ends with ctx. Two goroutines wait for that, which costs a third of a page of a list, so
// statements that are known to be quick do without: for them it is enough not to begin.
func (p *prepared) run(ctx context.Context, args []any) (*sql.Rows, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if p.quick.Load() {
		ctx = context.Background()
	}
	began := time.Now()
	rows, err := p.QueryContext(ctx, args...) // who asked closes the rows, which keep the statement until then
	p.quick.Store(err == nil && time.Since(began) < quickTime)
	return rows, err
}

func (s *statements) take(ctx context.Context, pool *sql.DB, text string) (*prepared, error) {
	if st := s.had(text); st != nil {
		return st, nil
	}
	made, err := pool.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	st, away := s.keep(text, made)
	for _, old := range away {
		_ = old.Close()
	}
	return st, nil
}

func (s *statements) had(text string) *prepared {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.kept[text]
	if st != nil {
		st.users++
	}
	return st
}

// keep adds a statement, unless another query was faster, and returns those to put away.
func (s *statements) keep(text string, made *sql.Stmt) (st *prepared, away []*sql.Stmt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if st = s.kept[text]; st != nil {
		st.users++
		return st, []*sql.Stmt{made}
	}
	if s.kept == nil {
		s.kept = map[string]*prepared{}
	}
	if len(s.kept) >= stmtLimit {
		away = s.shed()
	}
	st = &prepared{Stmt: made, users: 1}
	s.kept[text] = st
	return st, away
}

// shed forgets a quarter of the statements, whichever come first and are idle.
func (s *statements) shed() (away []*sql.Stmt) {
	for text, st := range s.kept {
		if len(away) == stmtLimit/4 {
			break
		}
		if st.users == 0 {
			delete(s.kept, text)
			away = append(away, st.Stmt)
		}
	}
	return away
}

func (s *statements) leave(st *prepared) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st.users--
}

// Prepared is how many statements the readers keep.
func (db *DB) Prepared() int {
	db.stmts.mu.Lock()
	defer db.stmts.mu.Unlock()
	return len(db.stmts.kept)
}
