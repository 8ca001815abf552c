package app

import (
	"context"
	"log/slog"
	"net"

	"poolkeeper.example/extension-service/engine/audit/proof"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/config"
)

// Product is what the commands of the binary do with a Service. It is an interface since a package that names Service
// has the generic types of all domains compiled into itself once more, which makes each build a second longer.
type Product interface {
	Run(ctx context.Context, listener net.Listener) error
	Close() error

	Database() *store.DB
	RunMappingsBy(program string)

	CreateAdmin(ctx context.Context, email, firstName, lastName string) (password string, err error)
	Reindex(ctx context.Context, types []string) error
	PruneAudit(ctx context.Context, months int64, dryRun bool) (proof.Prunable, error)
	AuditCheckpoint(ctx context.Context) ([]byte, error)
	AuditKey(ctx context.Context) (string, error)

	TypeScript() (map[string][]byte, error)
	CallList() []byte
}

// OpenProduct is Open for the commands of the binary.
func OpenProduct(ctx context.Context, settings config.Settings, log *slog.Logger) (Product, error) {
	s, err := Open(ctx, settings, log)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Database is the one of the product.
func (s *Service) Database() *store.DB { return s.DB }

// RunMappingsBy names the program that mappings run in, which is the binary itself.
func (s *Service) RunMappingsBy(program string) { s.Mappings.Program = program }
