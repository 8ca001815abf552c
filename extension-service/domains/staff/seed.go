package staff

import (
	"context"
	"fmt"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/role"
)

// DemoPassword opens every account of the demonstration.
const DemoPassword = "poolkeeper-demo-2026"

const demoDomain = "@poolkeeper.example"

// demoAccounts are the people of the demonstration.
var demoAccounts = []struct {
	local, first, last string
	roles              []role.Role
	scoped             bool
}{
	{"csm", "Clara", "Sommer", []role.Role{role.CSM}, false},
	{"tech", "Tariq", "Behrens", []role.Role{role.TechSupport}, false},
	{"content", "Constance", "Ewald", []role.Role{role.ContentEditor}, false},
	{"config", "Konrad", "Figge", []role.Role{role.ConfigManager}, false},
	{"all", "Alma", "Linden", role.All, false},
	{"norole", "Nora", "Keller", nil, false},
	{"scoped", "Selma", "Petri", []role.Role{role.CSM}, true},
}

// Seed makes the accounts of the demonstration when there is no account yet. The scoped one sees the client alone.
func (s *Service) Seed(ctx context.Context, client int64) error {
	empty, err := s.empty(ctx)
	if err != nil || !empty {
		return err
	}
	hashes := make([]string, len(demoAccounts))
	for i := range hashes {
		if err := s.hasher.run(ctx, func() error {
			hashes[i] = s.hasher.hash(DemoPassword)
			return nil
		}); err != nil {
			return err
		}
	}
	return s.DB.Write(role.AsSystem(ctx, "seed"), func(ctx context.Context) error {
		for i, d := range demoAccounts {
			a := &account{passwordHash: hashes[i], Admin: Admin{
				Email: d.local + demoDomain, FirstName: d.first, LastName: d.last, Roles: d.roles,
				Status: Active, LoginKind: ByPassword, Locale: defaultLocale,
			}}
			if d.scoped {
				a.Scopes.ClientIDs = []int64{client}
			}
			if err := s.insert(ctx, a); err != nil {
				return err
			}
		}
		return nil
	})
}

// RefuseDemoAccounts says which accounts of the demonstration still open by its public password; nil where there are
// none. A service that others can reach must not start over them.
func (s *Service) RefuseDemoAccounts(ctx context.Context) error {
	var open []string
	for _, d := range demoAccounts {
		a, err := s.byEmail(ctx, d.local+demoDomain)
		if err != nil {
			return err
		}
		if a == nil || a.Status != Active {
			continue
		}
		if err := s.hasher.run(ctx, func() error {
			if isPublic, _ := s.hasher.verify(a.passwordHash, DemoPassword); isPublic {
				open = append(open, a.Email)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	if len(open) == 0 {
		return nil
	}
	return fmt.Errorf("this database has accounts of the demonstration, which open by a public password: "+
		"%s. Deactivate them or give them "+
		"other passwords, or listen on a loopback address", strings.Join(open, ", "))
}

func (s *Service) empty(ctx context.Context) (bool, error) {
	var id int64
	found, err := s.DB.Row(ctx, []any{&id}, `SELECT id FROM staff LIMIT 1`)
	return !found, err
}

// CreateFirst makes an account from the command line, where no caller can be checked, and returns its one-time
// password. Its roles are those given, or CONFIG_MANAGER, who can make all others. EMAIL_TAKEN while another account
// has the e-mail.
func (s *Service) CreateFirst(ctx context.Context, in Invitation) (OneTime, error) {
	if len(in.Roles) == 0 {
		in.Roles = []role.Role{role.ConfigManager}
	}
	in.Email = field.NormaliseText(in.Email)
	if err := field.Validate(&in); err != nil {
		return OneTime{}, err
	}
	made, err := s.Invite(role.AsSystem(ctx, "admin create"), in)
	return OneTime{made.OneTimePassword, made.ValidUntil}, err
}
