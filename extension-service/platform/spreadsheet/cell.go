package spreadsheet

import (
	"bufio"
	"cmp"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/platform/canonical"
)

// unguarded takes off the one apostrophe that keeps a cell from being run.
func unguarded(cell string) string {
	if strings.HasPrefix(cell, "'") && canonical.IsFormula(cell) {
		return cell[1:]
	}
	return cell
}

// Write writes rows as a spreadsheet opens them, with a byte-order mark and without anything that it would run. What is
// read again is the same to the byte.
func Write(w io.Writer, delimiter string, rows [][]string) error {
	out := bufio.NewWriter(w)
	_, _ = out.WriteString("\uFEFF") // Flush tells what could not be written
	delimiter = cmp.Or(delimiter, Delimiters[0])
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				_, _ = out.WriteString(delimiter)
			}
			_, _ = out.WriteString(quoted(cell, delimiter))
		}
		_, _ = out.WriteString("\r\n")
	}
	return out.Flush()
}

// quoted is a cell as it stands in a file.
func quoted(cell, delimiter string) string {
	if canonical.IsFormula(cell) {
		cell = "'" + cell
	}
	if strings.ContainsAny(cell, "\"\r\n"+delimiter) || strings.TrimSpace(cell) != cell {
		return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return cell
}

// dates and clocks are the forms in which days and times of day are written that can mean only one.
var (
	dates  = []string{"2006-01-02", "2.1.2006", "2006/1/2"}
	clocks = []string{"15:04:05Z07:00", "15:04Z07:00", "15:04:05", "15:04", "3:04:05 PM", "3:04 PM"}
	timed  = regexp.MustCompile(`^(\S+?)(?:T|,?\s+)(\d{1,2}:\d{2}.*)$`)
)

// Day is a day as people and programs write it, with the time of day that may follow it; its zone is left out. One with
// slashes can only be told where it has a number that is no month.
func Day(cell string) (day time.Time, clock time.Duration, ok bool) {
	cell = strings.TrimSpace(cell)
	if parts := timed.FindStringSubmatch(cell); parts != nil {
		if clock, ok = clockOf(parts[2]); !ok {
			return time.Time{}, 0, false
		}
		cell = parts[1]
	}
	for _, form := range dates {
		if t, err := time.Parse(form, cell); err == nil {
			return t, clock, true
		}
	}
	british, notThere := time.Parse("2/1/2006", cell)
	american, notHere := time.Parse("1/2/2006", cell)
	switch {
	case notThere == nil && (notHere != nil || british.Equal(american)):
		return british, clock, true
	case notHere == nil && notThere != nil:
		return american, clock, true
	}
	return time.Time{}, 0, false
}

// clockOf is how long after midnight a time of day is.
func clockOf(text string) (time.Duration, bool) {
	for _, form := range clocks {
		if t, err := time.Parse(form, strings.ToUpper(text)); err == nil {
			midnight := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
			return t.Sub(midnight), true
		}
	}
	return 0, false
}

// failure is how spreadsheets show a formula that fails, such as #REF!, #WERT! or LibreOffice's Err:502, which it
// translates, and a column that is too narrow: ####. Those without a mark at their end are a list of their own.
var (
	failure = regexp.MustCompile(`^(?:#[¡¿]?[\p{Lu}\p{M}0-9_/ ]+[!?]|#{3,}|` +
		`(?i:Err|Fehler|Erreur|Errore|Erro|Fout|Fel|Fejl|Feil|Virhe|Chyba|Błąd|Hiba|Eroare|Грешка|Ошибка|Помилка|Hata)\s?:\s?5[0-9]{2})$`)
	failures = []string{
		"#N/A", "#NV", "#N/D", "#N/B", "#I/T", "#N.D.", "#NENÍ_K_DISPOZICI", "#HIÁNYZIK", "#Н/Д", "#YOK", "#GETTING_DATA",
		"#DATEN_ABRUFEN",
		"#N/A N/A", "#N/A!",
	}
)

// IsError says whether a cell holds what a spreadsheet shows for a value that it could not compute or display, in any
// of its languages.
func IsError(cell string) bool {
	cell = strings.TrimSpace(cell)
	return failure.MatchString(cell) || slices.Contains(failures, strings.ToUpper(cell))
}
