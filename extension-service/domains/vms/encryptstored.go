package vms

import (
	"context"

	"poolkeeper.example/extension-service/platform/encryption"
)

const sealChunk = 200 // rows that are encrypted in one transaction

// EncryptStored encrypts the secrets and bodies that stand in clear from before there was a secret, and says how many
// values that were.
func (s *Service) EncryptStored(ctx context.Context) (sealed int, err error) {
	if s.deps.Box.Secret == "" {
		return 0, nil
	}
	for _, of := range []struct {
		table, key, column string
		id                 func(key, number int64) string
	}{
		{"vms_connections", "id", "secret", func(id, _ int64) string { return boxID(id, "secret") }},
		{"vms_connections", "id", "inbound_secret", func(id, _ int64) string { return boxID(id, "inbound_secret") }},
		{"vms_exchanges", "message_id", "body", func(id, n int64) string { return exchangeID(id, n, "body") }},
		{"vms_exchanges", "message_id", "answer", func(id, n int64) string { return exchangeID(id, n, "answer") }},
	} {
		number := "0"
		if of.table == "vms_exchanges" {
			number = "number"
		}
		for {
			n, err := s.encryptSome(ctx, clearColumn{of.table, of.key, number, of.column, of.id})
			if sealed += n; err != nil || n == 0 {
				if err != nil {
					return sealed, err
				}
				break
			}
		}
	}
	return sealed, nil
}

// clearColumn is a column of which some values stand in clear.
type clearColumn struct {
	table, key, number, column string
	id                         func(key, number int64) string
}

// clearValue is one of them.
type clearValue struct {
	key, number int64
	text        string
}

// encryptSome encrypts some values and says how many; 0 when there are none.
func (s *Service) encryptSome(ctx context.Context, c clearColumn) (n int, err error) {
	err = s.deps.DB.Write(ctx, func(ctx context.Context) error {
		var v clearValue
		var found []clearValue
		err := s.deps.DB.Each(ctx, []any{&v.key, &v.number, &v.text}, func() error {
			found = append(found, v)
			return nil
		}, "SELECT "+c.key+", "+c.number+", "+c.column+" FROM "+c.table+
			" WHERE "+c.column+" <> '' AND "+c.column+" NOT LIKE $1 ORDER BY 1, 2 LIMIT $2", encryption.Mark+"%", sealChunk)
		if err != nil {
			return err
		}
		for _, v := range found {
			if err := s.encryptOne(ctx, c, v); err != nil {
				return err
			}
		}
		n = len(found)
		return nil
	})
	return n, err
}

func (s *Service) encryptOne(ctx context.Context, c clearColumn, v clearValue) error {
	id := c.id(v.key, v.number)
	value, err := s.deps.Box.Open(id, v.text)
	if err != nil {
		return err
	}
	sealed, err := s.deps.Box.Encrypt(id, value)
	if err != nil {
		return err
	}
	where, args := " WHERE "+c.key+" = $2", []any{sealed, v.key}
	if c.number != "0" {
		where, args = where+" AND "+c.number+" = $3", append(args, v.number)
	}
	_, err = s.deps.DB.Exec(ctx, "UPDATE "+c.table+" SET "+c.column+" = $1"+where, args...)
	return err
}
