package date

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// zoneAreas are the first parts of the names of time zones that people know. What the database has beside them are
// files of its own (posixrules, posix/, right/), zones of no place (Factory, localtime, EST5EDT) and the names of
// single countries of long ago (GB, PRC).
var zoneAreas = []string{
	"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
}

// zonePattern is a name of a zone: of the area, of a place, and in some countries of a part of it between the two.
var zonePattern = regexp.MustCompile(`^[A-Z][A-Za-z]+(/[A-Za-z0-9_+-]+){1,2}$`)

// KnownZone says whether a name is that of a time zone that people know: UTC, or that of a place, such as
// Europe/Berlin.
func KnownZone(name string) bool {
	if name == "UTC" || name == "Etc/UTC" {
		return true
	}
	area, _, _ := strings.Cut(name, "/")
	if !slices.Contains(zoneAreas, area) || !zonePattern.MatchString(name) {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}
