package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"poolkeeper.example/extension-service/engine/store"
)

// QueueConnections is how many connections to PostgreSQL the queue has at most.
const QueueConnections = 6

const (
	workers  = 4
	attempts = 6
	// River gives up a worker that has died after this; our own lease is what brings its job back much earlier.
	rescueAfter        = 24 * time.Hour
	completedRetention = time.Hour
	stopLimit          = 1500 * time.Millisecond
	// With thousands of small jobs waiting River's own pause of 0.1 s would let the workers stand idle most of the time.
	fetchPause = 10 * time.Millisecond
	fetchEvery = time.Second // where nobody tells of new work, which a pooler would not hand on
	listed     = 100         // tickets that are listed at once
	// On a connection that is dead and not closed River would put work in for ever; another one may be whole.
	insertTime = 5 * time.Second
	pingTime   = 2 * time.Second // for a connection that has been idle to prove that it is whole
	// The queue holds nothing that the outbox and our own rows could not bring back, so it need not be flushed.
	queuePragmas = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_txlock=immediate"
)

// Kind names the sort of a ticket to River.
func (ticket) Kind() string { return "job" }

// InsertOpts make a ticket unique, so that the relay may carry it twice.
func (ticket) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: attempts, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// queue is River on either engine.
type queue struct {
	insert  func(ctx context.Context, work []insertion) error
	waiting func(ctx context.Context) (map[ticket]bool, error) // the tickets that no worker has taken yet
	start   func(ctx context.Context) error
	stop    func(ctx context.Context) error
	ping    func(ctx context.Context) error
	close   func() error
	pool    func() store.PoolState // nil for a file
}

// insertion is work for a worker, and what it is for: see store.Watcher.
type insertion struct {
	args   river.JobArgs
	origin string
}

// jobMetadata is what the queue keeps beside the arguments of work, which tell whether two are the same.
type jobMetadata struct {
	Origin string `json:"origin,omitempty"`
}

func (a insertion) params() (p river.InsertManyParams, err error) {
	p.Args = a.args
	if a.origin != "" {
		p.InsertOpts = new(river.InsertOpts)
		p.InsertOpts.Metadata, err = json.Marshal(jobMetadata{a.origin})
	}
	return p, err
}

// continued is ctx for what the work was asked for.
func (s *Service) continued(ctx context.Context, metadata []byte) context.Context {
	var a jobMetadata
	if json.Unmarshal(metadata, &a) != nil {
		return ctx
	}
	return s.DB.Continue(ctx, a.Origin)
}

// file is where SQLite keeps the queue.
func (s *Service) file() string { return filepath.Join(s.Dir, "jobs.db") }

// QuarantinedFile names the damaged file of the queue in whose place the present one was begun; "" when there was none.
func (s *Service) QuarantinedFile() string {
	if damaged := s.damagedFile.Load(); damaged != nil {
		return *damaged
	}
	return ""
}

// TruncateLog empties the write-ahead log of the queue's file, if there is one.
func (s *Service) TruncateLog(ctx context.Context) error {
	if _, err := os.Stat(s.file()); s.DB.Dialect() == store.Postgres || err != nil {
		return nil //nolint:nilerr // no queue, no log
	}
	return store.TruncateLog(ctx, s.file())
}

// open connects to the queue and brings its tables up to date.
func (s *Service) open(ctx context.Context) (*queue, error) {
	if s.DB.Dialect() == store.Postgres {
		return s.openPostgres(ctx)
	}
	file := s.file()
	damaged, err := store.QuarantineDamaged(ctx, file, s.Now())
	if err != nil {
		return nil, err
	}
	if damaged != "" {
		s.Log.Error("the file of the queue was damaged: it was set aside and is made anew, jobs go on", "file", damaged)
		s.damagedFile.Store(&damaged)
	}
	if err := store.MakeFile(file); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+file+queuePragmas)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // the driver's own advice: it works in parallel, which SQLite would answer with "locked"
	q, err := connect(ctx, riversqlite.New(db), s)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	look, err := store.WatchFile(file)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	q.ping, q.close = func(ctx context.Context) error {
		_, err := db.ExecContext(ctx, "SELECT 1 FROM river_job LIMIT 1") // it reads the file, which a ping does not
		return errors.Join(look(), err)
	}, db.Close
	// Whatever was at work when the last service ended is asked for anew: tickets of earlier passes would only be in the
	// way.
	if _, err := db.ExecContext(ctx, "DELETE FROM river_job"); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return q, nil
}

func (s *Service) openPostgres(ctx context.Context) (*queue, error) {
	pool, err := s.pool(ctx)
	if err != nil {
		return nil, err
	}
	q, err := connect(ctx, riverpgxv5.New(pool), s)
	if err != nil {
		pool.Close()
		return nil, err
	}
	q.ping, q.close = pool.Ping, func() error { pool.Close(); return nil }
	q.pool = func() store.PoolState { return store.PoolStateOf(pool.Stat()) }
	return q, nil
}

// PoolState says how the queue's own connections to PostgreSQL are used.
func (s *Service) PoolState() store.PoolState {
	if q := s.queue.Load(); q != nil && q.pool != nil {
		return q.pool()
	}
	return store.PoolState{}
}

// pool are the queue's own connections, as limited as those of the rows.
func (s *Service) pool(ctx context.Context) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(s.URL)
	if err != nil {
		return nil, err
	}
	config.MaxConns, config.PingTimeout = QueueConnections, pingTime
	s.Connecting.Adapt(config.ConnConfig)
	return pgxpool.NewWithConfig(ctx, config)
}

func connect[Tx any](ctx context.Context, driver riverdriver.Driver[Tx], s *Service) (*queue, error) {
	log := slog.New(quiet{s.Log.Handler()})
	tables, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: log})
	if err != nil {
		return nil, err
	}
	if _, err := tables.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return nil, fmt.Errorf("tables of the queue: %w", err)
	}
	workers, config := river.NewWorkers(), s.riverConfig(log)
	river.AddWorker(workers, &worker{s: s})
	river.AddWorker(workers, &taskWorker{s: s})
	config.Workers = workers
	client, err := river.NewClient(limited[Tx]{driver}, config)
	if err != nil {
		return nil, err
	}
	return &queue{
		insert: func(ctx context.Context, work []insertion) (err error) {
			ctx, stop := context.WithTimeout(ctx, insertTime)
			defer stop()
			params := make([]river.InsertManyParams, len(work))
			for i, each := range work {
				if params[i], err = each.params(); err != nil {
					return err
				}
			}
			_, err = client.InsertMany(ctx, params)
			return err
		},
		waiting: func(ctx context.Context) (map[ticket]bool, error) { return waiting(ctx, client) },
		start:   client.Start, stop: client.StopAndCancel,
	}, nil
}

// waiting lists the tickets that no worker has taken yet.
func waiting[Tx any](ctx context.Context, client *river.Client[Tx]) (map[ticket]bool, error) {
	out := map[ticket]bool{}
	params := river.NewJobListParams().Kinds(ticket{}.Kind()).OrderBy(river.JobListOrderByID,
		river.SortOrderAsc).First(listed).
		States(rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
			rivertype.JobStateScheduled)
	for {
		page, err := client.JobList(ctx, params)
		if err != nil {
			return nil, err
		}
		for _, j := range page.Jobs {
			var t ticket
			if err := json.Unmarshal(j.EncodedArgs, &t); err != nil {
				return nil, fmt.Errorf("ticket %d: %w", j.ID, err)
			}
			out[t] = true
		}
		if len(page.Jobs) < listed {
			return out, nil
		}
		params = params.After(page.LastCursor)
	}
}

func (s *Service) riverConfig(log *slog.Logger) *river.Config {
	return &river.Config{
		Queues: map[string]river.QueueConfig{
			river.QueueDefault: {MaxWorkers: workers},
			tasks:              {MaxWorkers: workers},
		},
		Logger:                      log,
		JobTimeout:                  -1,
		FetchCooldown:               fetchPause,
		FetchPollInterval:           fetchEvery,
		PollOnly:                    s.Connecting.Pooled,
		RescueStuckJobsAfter:        rescueAfter,
		RetryPolicy:                 retryPolicy{s.Now},
		CompletedJobRetentionPeriod: completedRetention,
		CancelledJobRetentionPeriod: completedRetention,
	}
}

// publish takes tickets from the outbox into the queue.
func (s *Service) publish(ctx context.Context, notes []store.OutboxMessage) error {
	q := s.queue.Load()
	if q == nil {
		return errors.New("the queue is not open")
	}
	tickets := make([]insertion, len(notes))
	for i, n := range notes {
		var t ticket
		if err := json.Unmarshal([]byte(n.Payload), &t); err != nil {
			return fmt.Errorf("note %d: %w", n.ID, err)
		}
		tickets[i] = insertion{t, n.Origin}
	}
	return q.insert(ctx, tickets)
}

// worker carries out tickets.
type worker struct {
	river.WorkerDefaults[ticket]

	s *Service
}

// Work carries out one.
func (w *worker) Work(ctx context.Context, j *river.Job[ticket]) error {
	return w.s.runTicket(w.s.continued(ctx, j.Metadata), j.Args, j.Attempt)
}

// quiet leaves out what River says about its daily life.
type quiet struct{ slog.Handler }

// Enabled says whether a line of this level is kept.
func (q quiet) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelError && q.Handler.Enabled(ctx, l)
}
