package date

import "testing"

func TestZone_NamesOfPlacesAndUTC_AreTheOnlyOnesKnown(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Europe/Berlin", "America/New_York", "America/Argentina/Buenos_Aires", "Asia/Kolkata", "Pacific/Auckland",
		"Atlantic/Reykjavik", "UTC", "Etc/UTC",
	} {
		if !KnownZone(name) {
			t.Errorf("%s is not known", name)
		}
	}
	for _, name := range []string{
		"posixrules", "localtime", "Local", "Factory", "posix/Europe/Berlin", "right/Europe/Berlin", "", "Mars/Base",
		"EST5EDT", "GB", "PRC", "Etc/GMT+5",
		"europe/berlin", "Europe", "Europe/", "Europe/../Europe/Berlin", "SystemV/EST5", "US/Eastern", "+01:00", "zone.tab",
		"leapseconds",
	} {
		if KnownZone(name) {
			t.Errorf("%s is known", name)
		}
	}
}
