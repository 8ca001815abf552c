// Package content is the product's side of the content service (Directus): the texts people see, per client and locale,
// the languages of clients, and the gateway through which people edit both. Directus may be absent, starting, broken or
// wrong at any moment; nothing here waits for it and the texts stay the last good ones.
package content

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"io"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/ratelimit"
)

// Config says where Directus is and what the rest of the product wants to hear from it.
type Config struct {
	Dir        string        // folder of our own files, $DATA_DIR/content
	URL, Token string        // CONTENT_URL, CONTENT_TOKEN; without them Dir/service.json says where Directus is
	Poll       time.Duration // between looks for changes; 0 means 2 s
	Patience   time.Duration // half of what a call waits at most for a Directus that gives no sign of life; 0 means 1 s
	Log        *slog.Logger
	Now        func() time.Time
	// Texts are those the product ships with: locale → key → text. Default: those of the binary.
	Texts map[string]map[string]string

	// Languages is told the languages of a client, first = default, whenever they changed and once after a start.
	// It must be safe to repeat; an error makes it be told again. Optional.
	Languages func(ctx context.Context, clientID int64, isos []string) error
	// Journal keeps what people change through the gateway. Optional.
	Journal Journal
	// Named list the keys of texts that records name. Optional.
	Named []func(context.Context) ([]string, error)
	// DB keeps what panels report as missing, and findings that are set aside. Only the calls about these, and their job,
	// need it.
	DB *store.DB
	// Upload opens a file that the caller has uploaded, by its id, and tells its name; NOT_FOUND. Only imports need it.
	Upload func(ctx context.Context, id string) (name string, body io.ReadCloser, err error)
	// DropUpload removes such a file once its texts have come in; what a record names, or a job has made, stays. Optional.
	DropUpload func(ctx context.Context, id string) error
	// Jobs plan and carry out what takes long. Without them everything is done while the caller waits.
	Jobs Jobs
	// Ticket gives the link to a file that is made when it is fetched. Only exports need it.
	Ticket func(ctx context.Context, w resource.DownloadRequest) (string, error)
}

const (
	defaultPoll = 2 * time.Second
	fullReload  = 5 * time.Minute // the safety net behind the change cursor
)

// Service keeps the message sets current. Make it with New, start it with Run.
type Service struct {
	Messages *Messages
	Clients  *Clients
	Gateway  *Gateway

	cfg      Config
	feed     *feed
	missing  *queue
	showings *showings
	wakeups  chan struct{}

	stepping sync.Mutex // held while feed is used

	nextLicence time.Time // when Directus is asked again; only Run uses it

	mu      sync.Mutex
	status  Status
	licence Licence
}

// Status says whether the content service works, and if not, why and since when.
type Status struct {
	State  string    `json:"state"` // ok or degraded
	Reason string    `json:"reason,omitempty"`
	Since  time.Time `json:"since"`
}

// New prepares the service from the shipped and the last good texts; it does not speak to Directus.
// The texts are read while others go on starting.
func New(cfg Config) *Service {
	if cfg.Poll == 0 {
		cfg.Poll = defaultPoll
	}
	up := newUpstream(endpoint{URL: cfg.URL, Token: cfg.Token, file: filepath.Join(cfg.Dir, "service.json")}, cfg.Now,
		cfg.Patience)
	stored := &backup{file: filepath.Join(cfg.Dir, "messages.json")}
	shipped := sync.OnceValue(func() []row { return shippedRows(cfg.Texts) })
	if cfg.Texts == nil {
		cfg.Texts, shipped = textsHere(), shippedHere
	}
	s := &Service{
		Messages: &Messages{read: sync.OnceValue(func() *texts { return stored.load(shipped()) })},
		Clients:  &Clients{up: up},
		cfg:      cfg,
		wakeups:  make(chan struct{}, 1),
		status: Status{
			State: "degraded", Reason: reasonNotStarted,
			Since: cfg.Now(),
		},
	}
	s.missing = &queue{db: cfg.DB, messages: s.Messages, now: cfg.Now, limit: ratelimit.PerMinute{Most: reportsPerMinute}}
	s.showings = &showings{db: cfg.DB, messages: s.Messages, now: cfg.Now, limit: ratelimit.PerMinute{Most: seenPerMinute}}
	journal := cfg.Journal
	if journal != nil && cfg.DB != nil {
		journal = chained{journal, &History{DB: cfg.DB, Now: cfg.Now}}
	}
	s.Gateway = &Gateway{up: up, journal: journal, dismissed: &dismissals{db: cfg.DB, now: cfg.Now}, changed: s.wake}
	s.feed = &feed{
		up: up, cfg: cfg, backup: stored, messages: s.Messages, shipped: shipped, dismissed: s.Gateway.dismissed,
		history:   &History{DB: cfg.DB, Now: cfg.Now},
		lease:     &seedLease{cfg.DB, cfg.Now, rand.Text()},
		explained: map[row]int64{},
	}
	go s.Messages.texts() // it ends by itself, and whoever needs it waits for it
	return s
}

// Run follows Directus until ctx ends; it returns only then.
func (s *Service) Run(ctx context.Context) {
	for {
		err := s.step(ctx)
		if ctx.Err() != nil {
			return
		}
		s.report(err)
		s.followLicence(ctx, err)
		select {
		case <-ctx.Done():
			return
		case <-s.wakeups:
		case <-time.After(s.cfg.Poll):
		}
	}
}

func (s *Service) step(ctx context.Context) error {
	s.stepping.Lock()
	defer s.stepping.Unlock()
	return s.feed.step(ctx)
}

// Compare reads everything that Directus holds, rebuilds what differs, and says how many texts it has read.
func (s *Service) Compare(ctx context.Context) (texts int, err error) {
	s.stepping.Lock()
	defer s.stepping.Unlock()
	s.feed.again.Store(true)
	if err := s.feed.step(ctx); err != nil {
		return 0, err
	}
	return len(s.feed.rows[defaultTexts]) + len(s.feed.rows[clientTexts]), nil
}

// Sync compares everything with Directus again at the next step, which comes at once.
func (s *Service) Sync() {
	s.feed.again.Store(true)
	s.wake()
}

// Status returns the state of the content service as of the last step.
func (s *Service) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// AcceptWake is the wake-up call of Directus: authorization is that header of the request. It says whether the caller
// may.
func (s *Service) AcceptWake(authorization string) bool {
	at, err := s.feed.up.where.resolve()
	if err != nil {
		return false
	}
	sum := sha256.Sum256([]byte("wake:" + at.Token))
	want := "Bearer " + hex.EncodeToString(sum[:])
	if subtle.ConstantTimeCompare([]byte(authorization), []byte(want)) != 1 {
		return false
	}
	s.wake()
	return true
}

func (s *Service) wake() {
	select {
	case s.wakeups <- struct{}{}:
	default:
	}
}

// report logs only when the state changes: a Directus that is away for a day is two lines, not forty thousand.
func (s *Service) report(err error) {
	next := Status{State: "ok", Since: s.cfg.Now()}
	if err != nil {
		next.State, next.Reason = "degraded", fault.From(err).Text
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if next.State == s.status.State && next.Reason == s.status.Reason {
		return
	}
	s.status = next
	if err != nil {
		s.cfg.Log.Warn("content service degraded", "reason", next.Reason, "err", err)
		return
	}
	s.cfg.Log.Info("content service joined", "messages", s.Messages.Version())
}
