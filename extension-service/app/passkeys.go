package app

import (
	"fmt"

	"poolkeeper.example/extension-service/platform/config"
	"poolkeeper.example/extension-service/platform/passkey"
)

// passkeysOf verifies passkeys for the address of the panel; nil where that lets nobody have one.
func passkeysOf(s config.Settings) (*passkey.RelyingParty, error) {
	origin := s.PasskeyOrigin()
	if origin == "" {
		return nil, nil
	}
	p, err := passkey.New(origin, "Poolkeeper")
	if err != nil {
		return nil, fmt.Errorf("passkeys at PUBLIC_URL %s: %w", origin, err)
	}
	return p, nil
}
