package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// listed is a package as go list describes it. With tests a package appears again as "P [P.test]", with the files of
// its tests, and so does each package between the two that imports it.
type listed struct {
	ImportPath string
	Dir        string
	ForTest    string
	GoFiles    []string
	Imports    []string
	Standard   bool
	DepOnly    bool
	Module     *struct{ Main bool }
	Error      *struct{ Pos, Err string }
}

// isOwn says whether the package is of this module, and not the program that go test writes around tests.
func (p listed) isOwn() bool {
	return !p.Standard && p.Module != nil && p.Module.Main && !strings.HasSuffix(p.ImportPath, ".test")
}

// path is the import path without the test that the package was made for.
func (p listed) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " ")
	return path
}

// listPackages lists the packages with their tests and all that they import, imported ones first.
func listPackages(ctx context.Context, patterns []string) (found []listed, err error) {
	out, err := goList(ctx, append([]string{
		"-e", "-test", "-deps", "-json=ImportPath,Dir,ForTest,GoFiles,Imports,Standard,DepOnly,Module,Error",
	}, patterns...))
	if err != nil {
		return nil, err
	}
	for from := json.NewDecoder(bytes.NewReader(out)); ; {
		var one listed
		if err := from.Decode(&one); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
}

// listExports compiles packages of others, where the build cache lacks them, and finds what each exports, by import
// path.
func listExports(ctx context.Context, paths []string) (map[string]string, error) {
	if len(paths) == 0 { // go list would list the working directory
		return map[string]string{}, nil
	}
	out, err := goList(ctx, append([]string{"-export", "-f", "{{.ImportPath}} {{.Export}}"}, paths...))
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	return files, nil
}

func goList(ctx context.Context, arguments []string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list"}, arguments...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return out, nil
}
