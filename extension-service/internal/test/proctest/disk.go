package proctest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// ownMounts marks the process that a test with disks of its own runs in.
const ownMounts = "POOLKEEPER_TEST_OWN_MOUNTS"

// HasOwnMounts answers true in a process that may mount what it likes and whose mounts nobody else sees. Elsewhere it
// runs the test in such a process and answers false: there is nothing left to do then. A kernel that allows none leaves
// the test out.
func HasOwnMounts(t *testing.T) bool {
	t.Helper()
	if os.Getenv(ownMounts) != "" {
		return true
	}
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	child.Env = append(os.Environ(), ownMounts+"=1")
	child.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	output, err := child.CombinedOutput()
	_, ended := errors.AsType[*exec.ExitError](err)
	switch {
	case ended:
		t.Errorf("%v: %s", err, output)
		return false
	case err != nil:
		t.Skipf("no disk was full: this account gets no namespaces: %v", err)
	case strings.Contains(string(output), "--- SKIP"):
		t.Skipf("%s", output)
	}
	t.Logf("%s", output)
	return false
}

// Disk is a file system of its own that others can fill. It is in memory, and gone after the test.
type Disk struct {
	Dir string // an empty folder on it

	root string
}

// NewDisk mounts one of so many bytes; the test must have mounts of its own.
func NewDisk(t *testing.T, size int64) *Disk {
	t.Helper()
	root := t.TempDir()
	if err := syscall.Mount("tmpfs", root, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skipf("no disk was full: nothing may be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(root, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	d := &Disk{filepath.Join(root, "kept"), root}
	if err := os.Mkdir(d.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return d
}

// LeaveFree fills the disk until so many bytes of it are free, or clears it of what filled it before.
func (d *Disk) LeaveFree(t *testing.T, free int64) {
	t.Helper()
	path := filepath.Join(d.root, "others")
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var room syscall.Statfs_t
	if err := syscall.Statfs(d.root, &room); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if used := int64(room.Bavail)*room.Bsize - free; used > 0 {
		err = syscall.Fallocate(int(file.Fd()), 0, 0, used)
	}
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}

// locked are the flags of a mount that a remount must not lose: the values of statfs are those of mount.
const locked = syscall.MS_NOSUID | syscall.MS_NODEV | syscall.MS_NOEXEC

// WriteOnlyTo makes all that is mounted read-only but for these disks; the test must have mounts of its own. A kernel
// that does not let it leaves the test out.
func WriteOnlyTo(t *testing.T, disks ...*Disk) {
	t.Helper()
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(mounts)) {
		place := strings.Fields(line)[4]
		if slices.ContainsFunc(disks, func(d *Disk) bool { return d.root == place }) {
			continue
		}
		var about syscall.Statfs_t
		if err := syscall.Statfs(place, &about); err != nil {
			continue // another is mounted over it
		}
		flags := uintptr(syscall.MS_REMOUNT | syscall.MS_BIND | about.Flags&(locked|syscall.MS_RDONLY))
		if err := syscall.Mount("", place, "", flags|syscall.MS_RDONLY, ""); err != nil {
			t.Skipf("no disk was read-only: %s cannot be made so here: %v", place, err)
		}
		t.Cleanup(func() { _ = syscall.Mount("", place, "", flags, "") }) // the folders of the test are removed
	}
}
