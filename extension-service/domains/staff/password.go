package staff

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	minPassword   = 12
	maxPassword   = 128
	shortestLocal = 4 // local parts below this turn up in words by chance
	rememberedFor = 5 // passwords that may not come back

	changesPerHour = 5
	oneTimeLife    = 24 * time.Hour
)

// PasswordChange is the input of the change-password dialog.
type PasswordChange struct {
	OldPassword     string `json:"oldPassword"     check:"required,secret,max=1024"`
	Password        string `json:"password"        check:"required,secret,max=1024"`
	PasswordConfirm string `json:"passwordConfirm" check:"required,secret,max=1024"`
}

// ChangePassword gives the caller a new password and ends every other session of the account. VALIDATION names every
// wrong field; TOO_MANY_REQUESTS after five changes within an hour, and while guesses of the old password block the
// e-mail or the address.
func (s *Service) ChangePassword(ctx context.Context, in PasswordChange) (resource.Message, error) {
	who := role.From(ctx)
	if err := s.mayChange(ctx, who.ID); err != nil {
		return resource.Message{}, err
	}
	a, err := s.signedIn(ctx, who)
	if err != nil {
		return resource.Message{}, err
	}
	hash, err := s.newHash(ctx, a, in)
	if err != nil {
		return resource.Message{}, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context) error { return s.replacePassword(ctx, a, hash) })
	return resource.Message{Message: "password.changed"}, err
}

// newHash checks a change and hashes its new password. A wrong old password counts as a failure of the e-mail and of
// the address, since a stolen session is no place to guess it, but not of the pair, which must still be able to sign
// in.
func (s *Service) newHash(ctx context.Context, a *account, in PasswordChange) (hash string, err error) {
	t, err := s.newAttempt(ctx, a.Email, a)
	if err != nil {
		return "", err
	}
	t.isChange = true
	err = s.hasher.run(ctx, func() error {
		if err := s.reserve(ctx, t); err != nil {
			return err
		}
		known, _ := s.hasher.verify(a.hash(), in.OldPassword)
		if known {
			if err := s.DB.Write(ctx, func(ctx context.Context) error { return s.releaseAttempt(ctx, t) }); err != nil {
				return err
			}
		}
		if err := s.checkChange(ctx, a, in, known); err != nil {
			return err
		}
		hash = s.hasher.hash(in.Password)
		return nil
	})
	return hash, err
}

// mayChange refuses the sixth change within an hour.
func (s *Service) mayChange(ctx context.Context, id int64) error {
	since := s.ms() - time.Hour.Milliseconds()
	var n, oldest int64
	_, err := s.DB.Row(ctx, []any{&n, &oldest}, `
		SELECT count(*), coalesce(min(at), 0)
		  FROM staff_password_calls
		 WHERE staff_id = $1 AND at > $2`, id, since)
	if err == nil && n >= changesPerHour {
		err = tooMany(oldest - since)
	}
	return err
}

// checkChange names everything that is wrong with a change. Whether the new password was used before is told only to
// those who know the present one.
func (s *Service) checkChange(ctx context.Context, a *account, in PasswordChange, known bool) error {
	bad := fault.Validation()
	if !known {
		bad.Field("oldPassword", "password.wrongOld", nil)
	}
	if err := s.checkNew(ctx, bad, a, in.Password); err != nil {
		return err
	}
	if in.PasswordConfirm != in.Password {
		bad.Field("passwordConfirm", "validation.confirmed", nil)
	}
	if known && len(bad.Fields["password"]) == 0 {
		used, err := s.usedBefore(ctx, a.ID, in)
		if err != nil {
			return err
		}
		if used {
			bad.Field("password", "password.reused", nil)
		}
	}
	return bad.OrNil()
}

// checkNew applies the rules that need nothing but the password and the account.
func (s *Service) checkNew(ctx context.Context, bad *fault.Error, a *account, password string) error {
	switch n := utf8.RuneCountInString(password); {
	case n < minPassword:
		bad.Field("password", "validation.min", map[string]any{"min": minPassword})
	case n > maxPassword:
		bad.Field("password", "validation.max", map[string]any{"max": maxPassword})
	}
	local, _, _ := strings.Cut(a.Email, "@")
	if utf8.RuneCountInString(local) >= shortestLocal && strings.Contains(store.Fold(password), store.Fold(local)) {
		bad.Field("password", "password.containsEmail", nil)
	}
	if isOneTime(password) {
		bad.Field("password", "password.reused", nil)
	}
	listed, err := common(password)
	if err != nil {
		return err
	}
	if listed {
		bad.Field("password", "password.common", nil)
	}
	words, err := s.guessableWords(ctx, a)
	if word := dominantWord(password, words); word != "" {
		bad.Field("password", "password.guessableWord", map[string]any{"word": word})
	}
	return err
}

func (s *Service) usedBefore(ctx context.Context, id int64, in PasswordChange) (bool, error) {
	if in.Password == in.OldPassword {
		return true, nil
	}
	hashes, err := s.formerHashes(ctx, id)
	if err != nil {
		return false, err
	}
	for _, h := range hashes {
		if same, _ := s.hasher.verify(h, in.Password); same {
			return true, nil
		}
	}
	return false, nil
}

// replacePassword stores the new hash unless somebody else has changed the password since a was read.
func (s *Service) replacePassword(ctx context.Context, a *account, hash string) error {
	now, who := s.ms(), role.From(ctx)
	fresh, err := s.byID(ctx, a.ID)
	if err != nil {
		return err
	}
	if fresh.hash() != a.hash() || !fresh.maySignIn() {
		return fault.Validation().Field("oldPassword", "password.wrongOld", nil)
	}
	if err := s.mayChange(ctx, a.ID); err != nil { // again: others may have come first
		return err
	}
	if _, err := s.DB.Exec(ctx, `INSERT INTO staff_password_calls (staff_id, at) VALUES ($1, $2)`, a.ID, now); err != nil {
		return err
	}
	if err := s.remember(ctx, fresh); err != nil {
		return err
	}
	if _, err := s.DB.Exec(ctx, `
		UPDATE staff
		   SET password_hash = $1, password_changed_at = $2, one_time_hash = '', one_time_until = 0, one_time_used = 0,
		       status = 'AC', version = version + 1, last_updated = $2
		 WHERE id = $3`, hash, now, a.ID); err != nil {
		return err
	}
	store.AfterCommit(ctx, func() { s.revoked.change(a.ID, fresh.Version+1) })
	if err := s.endOthers(ctx, a.ID, who.SID, "password.change"); err != nil {
		return err
	}
	if err := s.notify(ctx, passwordChanged, fresh); err != nil {
		return err
	}
	return s.record(ctx, event{action: "password.change", id: a.ID, changed: []string{"password"}})
}

// oneTimePassword is random, spoken and typed easily, and long enough that nobody guesses it in a day.
func oneTimePassword() string {
	for {
		var b [15]byte
		_, _ = rand.Read(b[:]) // never fails
		text := crockford.EncodeToString(b[:])
		if isOneTime(text) {
			return groupLetters(text, oneTimeGroup)
		}
	}
}

// groupLetters writes what is copied by hand in groups of n letters.
func groupLetters(text string, n int) string {
	var groups []string
	for group := range slices.Chunk([]byte(text), n) {
		groups = append(groups, string(group))
	}
	return strings.Join(groups, "-")
}

const (
	oneTimeLetters = 24
	oneTimeGroup   = 6 // letters that stand together
)

// isOneTime says whether a text could be a one-time password, of whatever account and in whatever spelling. Whoever
// issued one has seen it, so none may become permanent; keeping all of them to compare would need as many hashes as
// there were ever issued. The digit, which all of ours have, keeps apart what people think of by themselves.
func isOneTime(text string) bool {
	letters := strings.ToUpper(strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return r == '-' || unicode.IsSpace(r)
	}), ""))
	return len(letters) == oneTimeLetters && strings.Trim(letters, crockfordLetters) == "" &&
		strings.ContainsAny(letters, crockfordLetters[:10])
}

const crockfordLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

var crockford = base32.NewEncoding(crockfordLetters).WithPadding(base32.NoPadding)
