package source_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/source"
	"poolkeeper.example/extension-service/platform/role"
)

// While a developer changes the source, a field has the tag that is written there now.
func TestTag_ReadFromTheTree_IsTheOneInTheSource(t *testing.T) { //nolint:paralleltest // it changes the folder
	t.Chdir(t.TempDir())
	folder := filepath.Join("extension-service", "platform", "role")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "package role\n\ntype Scope struct {\n\tClientIDs []int64 `json:\"clientIds\" check:\"max=3\"`\n\tLegalEntityIDs []int64\n}\n"
	if err := os.WriteFile(filepath.Join(folder, "scope.go"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	scope := reflect.TypeFor[role.Scope]()
	if compiled := source.Tag(scope, 0); compiled != scope.Field(0).Tag {
		t.Errorf("as compiled the tag is %q", compiled)
	}
	source.ReadTags()
	if now := source.Tag(scope, 0); now.Get("check") != "max=3" {
		t.Errorf("the tag is %q", now)
	}
}
