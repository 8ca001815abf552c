package directustest

import (
	"crypto/sha256"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"

	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// databaseVariable names the variable that keeps the texts of every Directus here in PostgreSQL, where it is
// "postgres", and not in a file of its folder.
const databaseVariable = "TEST_CONTENT_DATABASE"

// databaseSettings tells Directus where the texts of a folder are: in a database of its own, which is made if there is
// none yet, or, by no setting at all, in its file.
func databaseSettings(folder string) ([]string, error) {
	if os.Getenv(databaseVariable) != "postgres" {
		return nil, nil
	}
	sum := sha256.Sum256([]byte(folder))
	name := fmt.Sprintf("content_%x", sum[:8])
	address, err := pgtest.DatabaseURL(name)
	if err != nil {
		return nil, err
	}
	at, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	return []string{
		"DB_CLIENT=pg", "DB_HOST=" + at.Host, fmt.Sprintf("DB_PORT=%d", at.Port), "DB_USER=" + at.User,
		"DB_PASSWORD=" + at.Password, "DB_DATABASE=" + name,
	}, nil
}
