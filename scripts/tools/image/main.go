// Command image packs a binary of the service into a container image and writes it as an archive, as docker save does:
// docker load and podman load take it. There is no container engine in it and nothing below the binary: no shell, no
// package of a distribution. The same binary gives the same bytes.
package main

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/alecthomas/kong"
	"github.com/google/go-containerregistry/pkg/name"
	containers "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

const (
	user       = 10001 // neither root nor anybody else; the same as in Dockerfile
	executable = "/usr/local/bin/extension-service"
	data       = "/data"
)

type options struct {
	Version      string `arg:"" help:"Version, the tag of the image."`
	Architecture string `arg:"" help:"Architecture of the binary: amd64 or arm64."`
	Binary       string `arg:"" type:"existingfile" help:"The service, for Linux, linked statically."`
	Archive      string `arg:"" help:"File to write."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Description("Pack the service into a container image."))
	if err := write(o); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func write(o options) error {
	tag, err := name.NewTag("poolkeeper/product:" + o.Version)
	if err != nil {
		return err
	}
	image, err := build(o)
	if err != nil {
		return err
	}
	return tarball.WriteToFile(o.Archive, tag, image)
}

func build(o options) (containers.Image, error) {
	binary, err := os.ReadFile(o.Binary)
	if err != nil {
		return nil, err
	}
	files, err := fileSystem(binary)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(files)), nil
	})
	if err != nil {
		return nil, err
	}
	image, err := mutate.AppendLayers(empty.Image, layer)
	if err != nil {
		return nil, err
	}
	file, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Config = "linux", o.Architecture, settings(o.Version)
	return mutate.ConfigFile(image, file)
}

// settings are those of the image in Dockerfile, with the service itself as health check.
func settings(version string) containers.Config {
	return containers.Config{
		User:         fmt.Sprintf("%d:%d", user, user),
		Env:          []string{"PATH=/usr/local/bin", "HOST=0.0.0.0", "DATA_DIR=" + data},
		Entrypoint:   []string{executable},
		Cmd:          []string{"serve"},
		WorkingDir:   "/",
		Volumes:      map[string]struct{}{data: {}},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		Labels: map[string]string{
			"org.opencontainers.image.title":   "Poolkeeper",
			"org.opencontainers.image.version": version,
		},
		Healthcheck: &containers.HealthConfig{
			Test:     []string{"CMD", executable, "healthcheck"},
			Interval: 10 * time.Second, Timeout: 3 * time.Second, StartPeriod: 30 * time.Second,
		},
	}
}

// fileSystem is the one layer: the binary, its user, and the folders that it writes to.
func fileSystem(binary []byte) ([]byte, error) {
	account := fmt.Appendf(nil, "root:x:0:0:root:/:/none\npoolkeeper:x:%d:%d:Poolkeeper:%s:/none\n", user, user, data)
	groups := fmt.Appendf(nil, "root:x:0:\npoolkeeper:x:%d:\n", user)
	entries := []struct {
		path  string
		mode  int64
		owner int
		text  []byte // nil for a folder
	}{
		{"etc/", 0o755, 0, nil},
		{"etc/passwd", 0o644, 0, account},
		{"etc/group", 0o644, 0, groups},
		{"tmp/", 0o1777, 0, nil},
		{"data/", 0o700, user, nil},
		{"data/files/", 0o700, user, nil},
		{"data/files/kept/", 0o700, user, nil},
		{"usr/", 0o755, 0, nil},
		{"usr/local/", 0o755, 0, nil},
		{"usr/local/bin/", 0o755, 0, nil},
		{executable[1:], 0o755, 0, binary},
	}
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, e := range entries {
		header := &tar.Header{
			Name: e.path, Mode: e.mode, Uid: e.owner, Gid: e.owner, Size: int64(len(e.text)),
			Typeflag: tar.TypeReg, ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR,
		}
		if e.text == nil {
			header.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.text); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
