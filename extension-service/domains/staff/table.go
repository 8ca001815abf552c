package staff

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// selectAccount reads accounts; $1 is now, for the block that runs longest.
const selectAccount = `
		SELECT s.id, s.version, s.email, s.account, s.first_name, s.last_name, s.roles, s.client_ids, s.legal_entity_ids, s.terms,
		       s.status, s.login_kind, s.locale, s.dark_theme, s.password_hash, s.password_changed_at,
		       s.one_time_hash, s.one_time_until, s.one_time_used, s.last_login_at, s.created, s.last_updated,
		       coalesce((SELECT max(b.until) FROM staff_blocks b WHERE b.account = s.account AND b.until > $1), 0),
		       CASE WHEN EXISTS (SELECT 1 FROM staff_totp f WHERE f.staff_id = s.id AND f.secret <> '')
		              OR EXISTS (SELECT 1 FROM staff_passkeys k WHERE k.staff_id = s.id) THEN 1 ELSE 0 END
		  FROM staff s`

// accounts reads every row of a query that starts with selectAccount.
func (s *Service) accounts(ctx context.Context, rest string, args ...any) ([]*account, error) {
	now := s.Now()
	found, err := store.All(ctx, s.DB, scanAccount, selectAccount+rest, append([]any{now.UnixMilli()}, args...)...)
	for _, a := range found {
		a.dropEndedRights(now)
		a.allow()
	}
	return found, err
}

func scanAccount(rows store.Rows) (*account, error) {
	var a account
	var roles, clients, entities, terms string
	var dark, changed, used, login, created, updated, locked, factor int64
	err := rows.Scan(&a.ID, &a.Version, &a.Email, &a.account, &a.FirstName, &a.LastName, &roles, &clients, &entities,
		&terms, &a.Status, &a.LoginKind, &a.Locale, &dark, &a.passwordHash, &changed,
		&a.oneTimeHash, &a.oneTimeUntil, &used, &login, &created, &updated, &locked, &factor)
	if err != nil {
		return nil, err
	}
	a.Roles = rolesOf(roles)
	if err := json.Unmarshal([]byte(terms), &a.Terms); err != nil {
		return nil, err
	}
	if a.Scopes.ClientIDs, err = idsOf(clients); err != nil {
		return nil, err
	}
	if a.Scopes.LegalEntityIDs, err = idsOf(entities); err != nil {
		return nil, err
	}
	a.DarkTheme, a.oneTimeUsed, a.MustChangePassword = dark == 1, used == 1, a.oneTimeHash != ""
	a.SecondFactor = factor == 1
	a.PasswordChangedAt, a.LastLoginAt, a.LockedUntil = timeOf(changed), timeOf(login), timeOf(locked)
	a.Created, a.LastUpdated = timeOf(created), timeOf(updated)
	a.Name = a.name()
	return &a, nil
}

// allow computes what the roles of the account permit.
func (a *account) allow() {
	a.Permissions = role.PermissionsOf(a.Roles)
	if a.Permissions == nil {
		a.Permissions = []role.Permission{}
	}
}

func rolesOf(codes string) []role.Role {
	out := make([]role.Role, 0, len(codes))
	for _, c := range codes {
		out = append(out, role.Role(c))
	}
	return out
}

// codesOf is how roles are stored: each once, in the order of their codes.
func codesOf(rs []role.Role) string {
	var b strings.Builder
	for _, r := range role.All {
		if slices.Contains(rs, r) {
			b.WriteString(string(r))
		}
	}
	return b.String()
}

func idsOf(text string) ([]int64, error) {
	ids := []int64{}
	err := json.Unmarshal([]byte(text), &ids)
	return ids, err
}

func idsText(ids []int64) string {
	if len(ids) == 0 {
		return "[]"
	}
	text, _ := json.Marshal(ids) // numbers always marshal
	return string(text)
}

func termsText(terms []Term) string {
	if len(terms) == 0 {
		return "[]"
	}
	text, _ := json.Marshal(terms) // words and instants always marshal
	return string(text)
}

// byID returns the account, locked when inside Write.
func (s *Service) byID(ctx context.Context, id int64) (*account, error) {
	return firstAccount(s.accounts(ctx, ` WHERE s.id = $2`+s.DB.Lock(ctx), id))
}

// byEmail returns the account an e-mail signs in to: the living one, else the one deleted last; nil when there is none.
func (s *Service) byEmail(ctx context.Context, email string) (*account, error) {
	found, err := s.accounts(ctx, `
		 WHERE s.email_key = $2
		 ORDER BY CASE WHEN s.status = 'DL' THEN 1 ELSE 0 END, s.id DESC
		 LIMIT 1`, emailKey(email))
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}

// inSession returns the caller's account while it is open and the session has not ended; UNAUTHENTICATED otherwise.
func (s *Service) inSession(ctx context.Context, c *role.Caller) (*account, error) {
	a, err := firstAccount(s.accounts(ctx, `
		  JOIN staff_sessions f ON f.sid = $2 AND f.staff_id = s.id AND f.revoked = 0 AND f.expires > $1
		 WHERE s.id = $3 AND s.status IN ('AC', 'UV')`, c.SID, c.ID))
	if fault.KindOf(err) == fault.NotFound {
		return nil, unauthenticated("the session has ended")
	}
	return a, err
}

func firstAccount(found []*account, err error) (*account, error) {
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "no account has this id")
	}
	return found[0], nil
}

// insert stores a new account and sets its id.
func (s *Service) insert(ctx context.Context, a *account) error {
	now := s.ms()
	_, err := s.DB.Row(ctx, []any{&a.ID}, `
		INSERT INTO staff (version, email, email_key, account, first_name, last_name, name_fold, roles, client_ids,
		       legal_entity_ids, status, login_kind, locale, dark_theme, password_hash, password_changed_at,
		       one_time_hash, one_time_until, one_time_used, last_login_at, created, last_updated, deleted_at, terms)
		VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 0, 0, $18, $18, 0, $19)
		RETURNING id`,
		a.Email, emailKey(a.Email), accountOf(a.Email), a.FirstName, a.LastName, foldedName(a), codesOf(a.Roles),
		idsText(a.Scopes.ClientIDs), idsText(a.Scopes.LegalEntityIDs), a.Status, a.LoginKind, a.Locale,
		boolToInt(a.DarkTheme),
		a.passwordHash, passwordDate(a, now), a.oneTimeHash, a.oneTimeUntil, now, termsText(a.Terms))
	return emailTaken(err)
}

func passwordDate(a *account, now int64) int64 {
	if a.passwordHash == "" {
		return 0
	}
	return now
}

// save stores what people edit of an account and raises its version.
func (s *Service) save(ctx context.Context, a *account) error {
	now, deleted := s.ms(), int64(0)
	if a.Status == Deleted {
		deleted = now
	}
	_, err := s.DB.Exec(ctx, `
		UPDATE staff
		   SET version = version + 1, email = $1, email_key = $2, account = $3, first_name = $4, last_name = $5, name_fold = $6,
		       roles = $7, client_ids = $8, legal_entity_ids = $9, status = $10, login_kind = $11, locale = $12, dark_theme = $13,
		       last_updated = $14, deleted_at = $15, terms = $16
		 WHERE id = $17`,
		a.Email, emailKey(a.Email), accountOf(a.Email), a.FirstName, a.LastName, foldedName(a), codesOf(a.Roles),
		idsText(a.Scopes.ClientIDs), idsText(a.Scopes.LegalEntityIDs), a.Status, a.LoginKind, a.Locale,
		boolToInt(a.DarkTheme), now, deleted,
		termsText(a.Terms), a.ID)
	store.AfterCommit(ctx, func() { s.revoked.change(a.ID, a.Version+1) })
	return emailTaken(err)
}

func foldedName(a *account) string { return store.Fold(a.FirstName + " " + a.LastName) }

// Forms are the columns of accounts that are made of their names and addresses.
func (s *Service) Forms() store.Forms {
	return store.Forms{
		Table: "staff", From: []string{"email", "first_name", "last_name"},
		Into: []string{"email", "email_key", "account", "name_fold"}, Unique: "email_key",
		Make: func(from []string) []string {
			a := &account{Admin: Admin{Email: canonical.Email(from[0]), FirstName: from[1], LastName: from[2]}}
			return []string{a.Email, emailKey(a.Email), accountOf(a.Email), foldedName(a)}
		},
	}
}

func emailTaken(err error) error {
	if err != nil && store.Violated(err) == "staff_email_key_unique" {
		e := fault.New(fault.Conflict, "EMAIL_TAKEN", "another account has this e-mail")
		return e.Field("email", "error.emailTaken", nil)
	}
	return err
}

// emailUsedOutside says of an e-mail address in use whether that is by an account beyond the caller's reach. Only
// who may read accounts learns where; one within the reach such a caller can see anyway. Call it outside of the
// transaction that was refused.
func (s *Service) emailUsedOutside(ctx context.Context, email string, err error) error {
	if who := role.From(ctx); fault.CodeOf(err) != "EMAIL_TAKEN" || !resource.Confines(who) ||
		!who.Can(role.AdminUserRead) {
		return err
	}
	holder, failure := s.byEmail(ctx, email)
	if failure != nil || holder == nil {
		return cmp.Or(failure, err)
	}
	if _, failure := s.reachable(ctx, holder.ID); fault.CodeOf(failure) != "NOT_FOUND" {
		return cmp.Or(failure, err)
	}
	return resource.EmailTakenOutside(err)
}

func boolToInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// formerHashes returns the hashes of the passwords that may not come back.
func (s *Service) formerHashes(ctx context.Context, id int64) ([]string, error) {
	return s.DB.Texts(ctx, `
		SELECT hash
		  FROM staff_passwords
		 WHERE staff_id = $1
		 ORDER BY id DESC
		 LIMIT $2`, id, rememberedFor)
}

// remember moves the present password into the history and forgets all but the last five. Call it inside Write.
func (s *Service) remember(ctx context.Context, a *account) error {
	if a.passwordHash == "" {
		return nil
	}
	if _, err := s.DB.Exec(ctx, `INSERT INTO staff_passwords (staff_id, hash, replaced) VALUES ($1, $2, $3)`, a.ID,
		a.passwordHash, s.ms()); err != nil {
		return err
	}
	_, err := s.DB.Exec(ctx, `
		DELETE FROM staff_passwords
		 WHERE staff_id = $1
		   AND id NOT IN (SELECT id FROM staff_passwords WHERE staff_id = $1 ORDER BY id DESC LIMIT $2)`, a.ID, rememberedFor)
	return err
}
