package questions

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB      *store.DB
	Audit   func(ctx context.Context, entries ...store.Entry) error
	Now     func() time.Time
	Clients *clients.Service
	// Text is a text of a client in a language, or "".
	Text         func(ctx context.Context, clientID int64, locale, key string) string
	Files        Files
	Applications Applications // Connect hands them over later
}

// Files are the uploads.
type Files interface {
	// Get answers for an upload. NOT_FOUND.
	Get(ctx context.Context, id string) (files.Resource, error)
}

// Applications are those that answer questions.
type Applications interface {
	// AnswersOf answers for an application the caller can see. NOT_FOUND.
	AnswersOf(ctx context.Context, applicationID int64) (Application, error)
	// AllAnswers answers for applications at once, those in the trash too, whoever asks. Those that are gone are left out.
	AllAnswers(ctx context.Context, applicationIDs []int64) ([]Application, error)
}

// Service keeps the rules of questions.
type Service struct {
	*store.Table[Question, *Question]
	deps Deps
}

// New returns the questions.
func New(d Deps) *Service {
	duplicate := fault.New(fault.Conflict, "KEY_TAKEN", "another question has this key").
		Field("key", "error.keyTaken", nil)
	s := &Service{deps: d, Table: store.NewTable[Question](d.DB, store.Config{
		Name: "questions", Entity: "question", Audit: d.Audit, Now: d.Now,
		Conflicts: map[string]*fault.Error{
			"questions_key_unique": duplicate,
			"questions_active_key_unique": fault.New(fault.Conflict, "KEY_TAKEN", "another version of this question is active").
				Field("active", "question.error.otherVersionActive", nil),
		},
	})}
	s.Computes(s.fillLabels, "label").From("clientId", "labelKey")
	s.Computes(s.fillCounts, "answerCount")
	return s
}

// Connect hands over the applications, before the first call.
func (s *Service) Connect(a Applications) { s.deps.Applications = a }

// fillLabels writes what is asked in the words the reader would be asked in.
func (s *Service) fillLabels(ctx context.Context, rows []Question) error {
	if s.deps.Text == nil {
		return nil
	}
	locale := role.From(ctx).Locale
	for i := range rows {
		rows[i].Label = s.text(ctx, rows[i].ClientID, locale, rows[i].LabelKey)
	}
	return nil
}

// text is a text of a client, else the English one, else its key.
func (s *Service) text(ctx context.Context, clientID int64, locale, key string) string {
	for _, l := range []string{locale, "en"} {
		if text := s.deps.Text(ctx, clientID, l, key); l != "" && text != "" {
			return text
		}
	}
	return key
}

func (s *Service) fillCounts(ctx context.Context, rows []Question) error {
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	counts, err := s.DB().CountsOf(ctx, ids, `
		SELECT question_id, count(*)
		  FROM question_answers
		 WHERE question_id IN {ids}
		 GROUP BY question_id`)
	for i := range rows {
		rows[i].AnswerCount = counts[rows[i].ID]
	}
	return err
}

// Create saves the first version of a question. KEY_TAKEN.
func (s *Service) Create(ctx context.Context, q *Question) error {
	q.QuestionVersion, q.AsNewVersion = 1, false
	return s.Table.Create(ctx, q)
}

// Update saves a changed question. Of one that has been answered, what an answer can be stays as it is:
// QUESTION_IN_USE, unless the change is asked for as a new version, which v is then. KEY_TAKEN when another version is
// active.
func (s *Service) Update(ctx context.Context, old Question, q *Question) error {
	asNew := q.AsNewVersion && old.Used
	q.AsNewVersion = false
	if asNew {
		return s.succeed(ctx, old, q)
	}
	if frozen := changedFrozen(old, *q); old.Used && len(frozen) > 0 {
		return fault.New(fault.Conflict, "QUESTION_IN_USE", "question %d has been answered", q.ID).
			With("frozen", frozen).With("newVersion", old.QuestionVersion+1)
	}
	return s.Table.Update(ctx, old, q)
}

// changedFrozen names what differs of that which is frozen by the first answer.
func changedFrozen(old, q Question) (out []string) {
	if q.ValueType != old.ValueType {
		out = append(out, "valueType")
	}
	if q.InputKind != old.InputKind {
		out = append(out, "inputKind")
	}
	for _, had := range old.Options {
		if !slices.ContainsFunc(q.Options, func(o Option) bool { return canonical(o.Value) == canonical(had.Value) }) {
			return append(out, "options")
		}
	}
	return out
}

// succeed saves q as the version after the last one. The one it came from is not asked any more; its answers stay with
// it.
func (s *Service) succeed(ctx context.Context, old Question, q *Question) error {
	last := old.QuestionVersion
	versions, err := s.versions(ctx, old)
	if err != nil {
		return err
	}
	for _, v := range versions {
		last = max(last, v.QuestionVersion)
		if !v.Active {
			continue
		}
		rested := v
		rested.Active = false
		if err := s.Table.Update(ctx, v, &rested); err != nil {
			return err
		}
	}
	q.Record, q.QuestionVersion, q.Active, q.Used = resource.Record{}, last+1, true, false
	return s.Table.Create(ctx, q)
}

// versions are all versions of a question, the first one first.
func (s *Service) versions(ctx context.Context, of Question) ([]Question, error) {
	q := new(Question)
	list, err := s.all(ctx, query.Where(q, &q.ClientID, of.ClientID), query.Where(q, &q.Key, of.Key),
		query.Where(q, &q.Scope, string(of.Scope)))
	return slices.DeleteFunc(list, func(v Question) bool { return v.LegalEntityID != of.LegalEntityID }), err
}

// Retires says whether deleting the question only takes it out of use; resource.Retirer.
func (s *Service) Retires(q Question) bool { return q.Used }

// Delete removes a question that nobody has answered, and deactivates any other.
func (s *Service) Delete(ctx context.Context, q *Question) error {
	if !q.Used {
		return s.Table.Delete(ctx, q)
	}
	old := *q
	q.Active = false
	return s.Table.Update(ctx, old, q)
}

// MarkAnswered notes which questions an application answers, in the transaction that saves the answers. A question is
// in use from its first answer on, whatever becomes of that.
func (s *Service) MarkAnswered(ctx context.Context, applicationID int64, questionIDs []int64) error {
	s.DB().Touched(ctx, "question_answers")
	had, err := s.DB().IDs(ctx, "SELECT question_id FROM question_answers WHERE application_id = $1 ORDER BY question_id",
		applicationID)
	if err != nil {
		return err
	}
	for _, id := range had {
		if slices.Contains(questionIDs, id) {
			continue
		}
		if _, err := s.DB().Exec(ctx, "DELETE FROM question_answers WHERE application_id = $1 AND question_id = $2",
			applicationID, id); err != nil {
			return err
		}
	}
	for _, id := range questionIDs {
		if slices.Contains(had, id) {
			continue
		}
		_, err := s.DB().Exec(ctx, `
			INSERT INTO question_answers (question_id, application_id)
			VALUES ($1, $2)
			    ON CONFLICT (question_id, application_id) DO NOTHING`, id, applicationID)
		if err != nil {
			return err
		}
		n, err := s.DB().Exec(ctx, "UPDATE questions SET used = 1 WHERE id = $1 AND used = 0", id)
		if err != nil {
			return err
		}
		if n > 0 {
			s.DB().Touched(ctx, "questions", "used")
		}
	}
	return nil
}
