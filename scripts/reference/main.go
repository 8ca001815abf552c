// Command reference writes docs/declaration.md: all that a declaration can say, from the doc comments of what it is
// made of. Whoever adds a field without a comment is told.
package main

import (
	"fmt"
	"os"
)

const written = "docs/declaration.md"

func main() {
	text, err := generate(".")
	if err == nil {
		err = os.WriteFile(written, []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "reference:", err)
		os.Exit(1)
	}
}
