package staff

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed" // common passwords
	"strings"
)

//go:embed common.txt.gz
var commonPasswords []byte // see common.txt.md for its source and licence

// common says whether the password is in the bundled list, whatever its case. The list is read from its packed form
// each time: a password is changed rarely, and a megabyte held for that is a megabyte wasted.
func common(password string) (bool, error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(commonPasswords))
	if err != nil {
		return false, err
	}
	want := []byte(strings.ToLower(password))
	lines := bufio.NewScanner(unzipped)
	for lines.Scan() {
		if bytes.Equal(lines.Bytes(), want) {
			return true, nil
		}
	}
	return false, lines.Err()
}
