// Command unmigrate takes migrations back that only this database has run: the statements on its input take away what
// they have made. It stands apart from scaffold, which is answered at once because it knows nothing of databases.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"poolkeeper.example/extension-service/engine/store"
)

type command struct {
	Address string  `arg:"" help:"File or URL of the database."`
	Numbers []int64 `arg:"" help:"Numbers of the migrations."`
}

// Run prints "gone" where the database had run one of the migrations, and nothing where it had not.
func (c *command) Run() (err error) {
	statements, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	ctx := context.Background()
	db, err := store.Open(ctx, c.Address)
	if err != nil {
		return fmt.Errorf("the database cannot be opened: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	ran, err := db.Unmigrate(ctx, c.Numbers, string(statements))
	if err == nil && ran {
		_, err = fmt.Fprintln(os.Stdout, "gone")
	}
	return err
}

func main() {
	var c command
	if err := kong.Parse(&c, kong.Name("unmigrate")).Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
