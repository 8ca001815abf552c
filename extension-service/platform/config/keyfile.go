package config

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// keyFile holds the secret that the service makes where the settings give none. It lies outside the database and is in
// no backup.
const keyFile = "signing-secret"

// KeyFile is where the secret stands that the service makes where there is no SIGNING_SECRET.
func (s Settings) KeyFile() string { return filepath.Join(s.DataDir, keyFile) }

// OpenSecret reads the secret of the key file where the settings give none, and makes it at the first start. Copies
// over one PostgreSQL share SIGNING_SECRET instead, which Load asks for.
func (s *Settings) OpenSecret() error {
	if _, isFile := s.DatabaseFile(); !isFile || s.SigningSecret != "" {
		return nil
	}
	text, err := os.ReadFile(s.KeyFile())
	if errors.Is(err, fs.ErrNotExist) {
		if err := s.makeKey(); err != nil {
			return fmt.Errorf("key file: %w", err)
		}
		text, err = os.ReadFile(s.KeyFile())
	}
	if err != nil {
		return err
	}
	if s.SigningSecret = Secret(strings.TrimSpace(string(text))); len(s.SigningSecret) < shortestSecret {
		return fmt.Errorf("%s is damaged: it holds less than %d characters", s.KeyFile(), shortestSecret)
	}
	s.OwnSecret = true
	return nil
}

// HasKeyFile says whether a secret of the service's own making is there.
func (s Settings) HasKeyFile() bool {
	_, err := os.Stat(s.KeyFile())
	return err == nil
}

// makeKey writes a new secret, whole or not at all. One that another process makes meanwhile stays.
func (s Settings) makeKey() error {
	file, err := os.CreateTemp(s.DataDir, ".signing-*") // its owner's alone
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails
	_, err = fmt.Fprintln(file, hex.EncodeToString(b[:]))
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), s.KeyFile()); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	dir, err := os.Open(s.DataDir)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
