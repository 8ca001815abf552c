package backup

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"poolkeeper.example/extension-service/engine/files"
)

// checkRoom refuses an archive that does not fit on the disks it would be unpacked to. The product's database needs its
// size twice: it is brought to the schema of this program before it takes its place.
func (r *restoration) checkRoom(ctx context.Context) error {
	needs := map[uint64]uint64{} // bytes by disk
	for _, m := range r.manifest.Members {
		folder, times := r.folderOf(ctx, m)
		if folder == "" || m.Size <= 0 {
			continue
		}
		disk, free, err := diskOf(folder)
		if err != nil {
			return err
		}
		if needs[disk] += times * uint64(m.Size); needs[disk] > free {
			return refused("the disk of %s has %d MiB free, and more than %d are needed", folder, free>>20, needs[disk]>>20)
		}
	}
	return nil
}

// folderOf is where a member is unpacked to, "" where it takes no room on a disk of ours, and how often.
func (r *restoration) folderOf(ctx context.Context, m Member) (folder string, times uint64) {
	id, isUpload := strings.CutPrefix(m.Name, uploads)
	switch {
	case m.Name == productName:
		return filepath.Dir(r.Database), 2
	case !isUpload:
		return r.Content, 1
	}
	bucket := files.FolderOf(r.Uploads)
	if bucket == "" {
		return "", 0
	}
	if body, err := r.Uploads.Open(ctx, id); err == nil { // it is there already
		_ = body.Close()
		return "", 0
	}
	return bucket, 1
}

// diskOf names the disk of a folder, which need not be there yet, and says how many bytes of it are free.
func diskOf(folder string) (disk, free uint64, err error) {
	var place syscall.Stat_t
	for err = syscall.Stat(folder, &place); errors.Is(err, fs.ErrNotExist) &&
		filepath.Dir(folder) != folder; err = syscall.Stat(folder, &place) {
		folder = filepath.Dir(folder)
	}
	if err != nil {
		return 0, 0, &fs.PathError{Op: "stat", Path: folder, Err: err}
	}
	var room syscall.Statfs_t
	if err := syscall.Statfs(folder, &room); err != nil {
		return 0, 0, &fs.PathError{Op: "statfs", Path: folder, Err: err}
	}
	return uint64(place.Dev), room.Bavail * uint64(room.Bsize), nil //nolint:unconvert // Dev is an int32 on macOS
}
