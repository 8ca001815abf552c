package freelancers

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Applications is what freelancers need of their applications.
type Applications interface {
	// CountOpen counts the applications of a freelancer that are not final, by status, as far as the caller can see them.
	CountOpen(ctx context.Context, freelancerID int64) (map[string]int, error)
	// AssignmentsOf counts those hired whose assignment has not ended, as far as the caller can see them.
	AssignmentsOf(ctx context.Context, freelancerID int64) (int, error)
	// BusyBeyond says whether there are such applications or assignments that the caller cannot see.
	BusyBeyond(ctx context.Context, freelancerID int64) (bool, error)
	// WithdrawAll ends those in the statuses, as the system, for a machine reason.
	WithdrawAll(ctx context.Context, freelancerID int64, reason string, statuses []string) (int, error)
	// EndedWith returns the latest batch of those that ended with the freelancer and may come back, and how many they are.
	EndedWith(ctx context.Context, freelancerID int64) (batchID string, count int, err error)
	// RestoreOf puts those of a batch back, each by its own rules. VALIDATION for a batch that is not the freelancer's.
	RestoreOf(ctx context.Context, freelancerID int64, batchID string) (restored, refused int, err error)
	// FollowFreelancer brings what applications repeat of the freelancer up to date.
	FollowFreelancer(ctx context.Context, freelancerID int64, name, status string) error
	// Anonymise takes everything out of them that says who the freelancer is.
	Anonymise(ctx context.Context, freelancerID int64, name string) error
	// RecordsOf returns them whole, for the person they are about.
	RecordsOf(ctx context.Context, freelancerID int64) ([]ApplicationRecord, error)
	// Transfer makes them another freelancer's and says how many. TRANSITION_NOT_ALLOWED when both are with a client for
	// one project.
	Transfer(ctx context.Context, from int64, to Person) (int, error)
	// ForOneProject returns those of two freelancers, open or hired, for projects that both have one for, as far as the
	// caller can see them.
	ForOneProject(ctx context.Context, one, other int64) ([]CompetingApplication, error)
	// WithdrawDuplicates withdraws those that were made twice, each named with the one that goes on in its place.
	WithdrawDuplicates(ctx context.Context, goesOn map[int64]int64) error
}

// ApplicationRecord is one application as the person it is about gets it.
type ApplicationRecord struct {
	Record                   any                // to be written as JSON
	Handle, Title, StatusKey string             // to be read: for what, and the key of how it stands
	Answers                  []AnsweredQuestion // what the person was asked, in words
}

// AnsweredQuestion is a question with its answer.
type AnsweredQuestion struct {
	Application string `json:"application"` // its handle
	Question    string `json:"question"`
	Answer      string `json:"answer"`
}

// Mails is what freelancers need of the mails to them.
type Mails interface {
	Queue(ctx context.Context, m mail.Mail) (id int64, err error)
	Cancel(ctx context.Context, entity string, entityID int64, template string) (int, error)
	SentToday(ctx context.Context, template, to string) (int, error)
	// Draft is a mail as its template words it for its recipient.
	Draft(ctx context.Context, m mail.Mail) mail.Wording
	// LastComposed is when a mail of a template about a record was written last; zero when none was.
	LastComposed(ctx context.Context, entity string, entityID int64, template string) (time.Time, error)
}

// Traces is what the rest of the product keeps of somebody and must forget.
type Traces interface {
	// Erase takes it out of mails and results of jobs. address is where mails went.
	Erase(ctx context.Context, freelancerID int64, address string) error
	// EraseExports takes the archives that were made of a freelancer from their jobs, and returns them to be removed.
	EraseExports(ctx context.Context, kind string, input any) (files []string, err error)
	// EraseHistory makes the personal values of the audit log unreadable for good. It comes last.
	EraseHistory(ctx context.Context, freelancerID int64) error
	// EraseNames takes what names somebody, by one of the words, out of what staff have asked for and saved for
	// themselves.
	EraseNames(ctx context.Context, words []string) error
	// Scrub takes what was deleted or replaced out of search indexes and logs of databases. Call it once all else is
	// committed.
	Scrub(ctx context.Context) error
	// History returns what the audit log holds of the freelancer's record, newest first.
	History(ctx context.Context, freelancerID int64) ([]resource.Line, error)
}

// Records are those about freelancers of which their declarations say what becomes.
type Records interface {
	// RecordsAbout gathers those that the caller can see.
	RecordsAbout(ctx context.Context, freelancerIDs ...int64) (resource.PersonRecords, error)
	// MovePerson makes those about one freelancer another's.
	MovePerson(ctx context.Context, from, to int64) error
}

// Jobs does long work.
type Jobs interface {
	Start(ctx context.Context, kind, entity string, input any) (jobs.Accepted, error)
}

// Files keeps uploads.
type Files interface {
	// Read returns the name and the bytes of an upload.
	Read(ctx context.Context, id string) (name string, body io.ReadCloser, err error)
	// Store makes an upload of what the product has made of somebody, for the caller alone.
	Store(ctx context.Context, a Archive) (id string, err error)
	// Drop removes an upload that nobody names any more.
	Drop(ctx context.Context, id string) error
}

// Archive is a file that the product makes of a freelancer.
type Archive struct {
	FreelancerID   int64
	Name, MimeType string
	Body           io.Reader
}

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB           *store.DB
	Audit        func(ctx context.Context, entries ...store.Entry) error
	Now          func() time.Time
	Applications Applications
	Mails        Mails
	Traces       Traces
	Records      Records
	Jobs         Jobs
	Files        Files
	Pools        Pools
	// Print makes a document of what is kept of a person.
	Print   func(ctx context.Context, sheet Sheet) ([]byte, error)
	Clients *clients.Service
	MSPs    MSPs
	Skills  *skills.Service
}

// MSPs are those that offer freelancers.
type MSPs interface {
	// Get returns one that the caller can see. NOT_FOUND.
	Get(ctx context.Context, id int64) (msps.MSP, error)
}

// Service keeps the rules of freelancers.
type Service struct {
	*store.Table[Freelancer, *Freelancer]
	Bindings *Bindings
	pairs    *Pairs
	erasures *Erasures
	deps     Deps
}

// New returns the freelancers and, in Bindings, the clients they are bound to.
func New(d Deps) *Service {
	if d.Pools == nil {
		d.Pools = noPools{}
	}
	s := &Service{deps: d}
	s.Table = store.NewTable[Freelancer](d.DB, store.Config{
		Name: "freelancers", Entity: "freelancer", Handle: "F", Indexed: true, Counted: []string{"user_status"},
		Reach:   s.scopeCondition,
		ReachOn: []string{"bound_client_id", "bound_legal_entity_id", "bound_until"}, Bound: "freelancers_bound_client_idx",
		Unique: []store.Unique{{
			Fields: []string{"email"},
			While:  store.While{Field: "userStatus", Except: []string{string(Deleted)}}, Code: "EMAIL_TAKEN",
		}},
		TriggerColumns: map[string][]string{
			"consent_until":   {"freelancers.consent", "freelancers.+"},
			"documents_until": {"freelancers.security_info", "freelancers.+"},
		},
		Audit: d.Audit, Now: d.Now,
	})
	s.Computes(s.boundTo, "boundClient")
	s.Computes(showPlaces, "place").From("homeAddress")
	s.Computes(fillUnconfirmedEmails, "emailWaits").From("userStatus", "email", "pendingEmail", "emailVerifiedAt")
	s.Computes(compareRates, "ratesDiffer").From("hourRate", "dayRate")
	s.Computes(s.fillDuplicates, "duplicates")
	s.Computes(s.inPools, "poolMemberships", "poolCount")
	s.Computes(s.fillErasureRequests, "erasureAskedAt")
	s.pairs, s.erasures = newPairs(d, s), newErasures(d, s)
	s.Bindings = newBindings(d, s)
	return s
}

// Connect hands over the domains above, before the first call.
func (s *Service) Connect(a Applications, p Pools) { s.deps.Applications, s.deps.Pools = a, p }

func emailTaken() *fault.Error {
	return fault.New(fault.Conflict, "EMAIL_TAKEN", "another freelancer has this address").Field("email",
		"error.emailTaken", nil)
}

// scopeCondition is the rule of "Scopes": bound inside the scope, or not bound at all. What a binding has ended is not
// bound.
func (s *Service) scopeCondition(scope role.Scope, arg func(any) string) string {
	return "t.bound_client_id IS NULL OR t.bound_until <> '' AND t.bound_until < " + arg(string(s.today())) +
		" OR t.bound_client_id IN " + store.OneOf(scope.ClientIDs,
		arg) + " OR t.bound_legal_entity_id IN " + store.OneOf(scope.LegalEntityIDs, arg)
}

// boundTo shows the open binding that the record repeats.
func (s *Service) boundTo(_ context.Context, rows []Freelancer) error {
	for i := range rows {
		clientID, legalEntityID := rows[i].BoundAt(s.deps.Now())
		if clientID == 0 {
			continue
		}
		to := &BoundTo{ClientID: clientID, ClientName: rows[i].BoundClientName, Scope: OfClient}
		if legalEntityID != 0 {
			to.Scope = OfLegalEntity
		}
		rows[i].BoundClient = to
	}
	return nil
}

// today is the day where clients are unless they say otherwise.
func (s *Service) today() date.Date { return date.FromTime(s.deps.Now().In(zone)) }

var zone = func() *time.Location {
	at, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		return time.UTC
	}
	return at
}()

// Create saves a new freelancer, unverified, and asks for the address to be confirmed. EMAIL_TAKEN; DUPLICATE with the
// candidates that nobody has told to be somebody else, unless told to go on.
func (s *Service) Create(ctx context.Context, p *Freelancer) error {
	s.initialise(ctx, p)
	if used, err := s.emailUsed(ctx, p.Email, 0); err != nil || used {
		return orEmailTaken(err)
	}
	candidates, err := s.candidates(ctx, p)
	if err != nil {
		return err
	}
	others, open := splitDecided(candidates, p.NotDuplicateOf)
	if len(open) > 0 && !p.Force {
		return fault.New(fault.Conflict, "DUPLICATE", "there may be a record of this person").With("candidates", open)
	}
	if err := s.Table.Create(ctx, p); err != nil {
		return err
	}
	if err := s.link(ctx, nil, p); err != nil {
		return err
	}
	if err := s.deps.Pools.Join(ctx, p.ID, p.PoolIDs); err != nil {
		return err
	}
	if err := s.pair(ctx, p.ID, PairOpen, open); err != nil {
		return err
	}
	if err := s.pair(ctx, p.ID, NotDuplicate, others); err != nil || !p.SendVerification {
		return err
	}
	return s.verify(ctx, p, p.Email)
}

// initialise makes a record that of somebody new.
func (s *Service) initialise(ctx context.Context, p *Freelancer) {
	p.UserStatus, p.StatusChangedAt, p.StatusChangedBy = Unverified, s.Now(), role.From(ctx).Name
	s.deriveFields(p)
}

func orEmailTaken(err error) error {
	if err != nil {
		return err
	}
	return emailTaken()
}

// Update saves a changed freelancer. Another address counts from when it has been confirmed; the old one stays until
// then. EMAIL_TAKEN, TOO_MANY_REQUESTS.
func (s *Service) Update(ctx context.Context, old Freelancer, p *Freelancer) error {
	s.deriveFields(p)
	moved := ""
	if p.Email != old.Email {
		if used, err := s.emailUsed(ctx, p.Email, p.ID); err != nil || used {
			return orEmailTaken(err)
		}
		moved, p.Email, p.PendingEmail = p.Email, old.Email, p.Email
	}
	if err := s.save(ctx, old, p); err != nil || moved == "" {
		return err
	}
	return s.verify(ctx, p, moved)
}

// save writes the record and everything that repeats it.
func (s *Service) save(ctx context.Context, old Freelancer, p *Freelancer) error {
	if err := s.Table.Update(ctx, old, p); err != nil {
		return err
	}
	return s.follow(ctx, old, p)
}

// follow brings everything that repeats a changed record up to date.
func (s *Service) follow(ctx context.Context, old Freelancer, p *Freelancer) error {
	if p.Name != old.Name || p.UserStatus != old.UserStatus {
		if err := s.deps.Applications.FollowFreelancer(ctx, p.ID, p.Name, string(p.UserStatus)); err != nil {
			return err
		}
	}
	isGone := p.UserStatus == Deleted
	if p.Name != old.Name || isGone != (old.UserStatus == Deleted) {
		if err := s.deps.Pools.Follow(ctx, p.ID, p.Name, isGone); err != nil {
			return err
		}
	}
	if isGone != (old.UserStatus == Deleted) {
		if err := s.pairs.follow(ctx, p.ID, isGone); err != nil {
			return err
		}
	}
	return s.link(ctx, old.ExternalIDs, p)
}

// deriveFields joins the name and fills the rate that follows from the other one.
func (s *Service) deriveFields(p *Freelancer) {
	p.Name = strings.TrimSpace(p.FirstName + " " + p.LastName)
	p.Salutation, p.Gender = cmp.Or(p.Salutation, NoSalutation), cmp.Or(p.Gender, Undisclosed)
	p.SecurityInfo.ClearanceLevel = cmp.Or(p.SecurityInfo.ClearanceLevel, NoClearance)
	if p.DayRate == nil && p.HourRate != nil {
		p.DayRate = new(*p.HourRate * hoursPerDay)
	}
}

const hoursPerDay = 8

// RatesDiffer says whether a day rate is more than half away from what a day of the hour rate comes to ("Freelancer",
// default conversion). Rates that are not both there do not differ.
func RatesDiffer(hour, day *decimal.Decimal) bool {
	if hour == nil || day == nil {
		return false
	}
	usual := *hour * hoursPerDay
	return max(*day-usual, usual-*day) > usual/2
}

// compareRates shows where the two rates of somebody do not fit each other.
func compareRates(_ context.Context, rows []Freelancer) error {
	for i := range rows {
		rows[i].RatesDiffer = RatesDiffer(rows[i].HourRate, rows[i].DayRate)
	}
	return nil
}

// emailUsed says whether somebody who is not deleted has the address, whatever the caller may see.
func (s *Service) emailUsed(ctx context.Context, email string, but int64) (bool, error) {
	var id int64
	return s.DB().Row(ctx, []any{&id},
		"SELECT id FROM freelancers WHERE email_key = $1 AND user_status <> 'DL' AND id <> $2 LIMIT 1",
		canonical.EmailKey(email), but)
}

// link keeps the ids other systems have for somebody, which duplicates are found by.
func (s *Service) link(ctx context.Context, old []ExternalID, p *Freelancer) error {
	if slices.Equal(old, p.ExternalIDs) {
		return nil
	}
	if _, err := s.DB().Exec(ctx, "DELETE FROM freelancer_external_ids WHERE freelancer_id = $1", p.ID); err != nil {
		return err
	}
	for _, x := range p.ExternalIDs {
		_, err := s.DB().Exec(ctx, `
			INSERT INTO freelancer_external_ids (freelancer_id, system, external_id)
			VALUES ($1, $2, $3)
			ON CONFLICT DO NOTHING`, p.ID, x.System, x.ID)
		if err != nil {
			return err
		}
	}
	return nil
}
