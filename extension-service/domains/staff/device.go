package staff

import "strings"

type mark struct{ in, name string }

// The order matters: browsers name each other, and so do systems.
var (
	browsers = []mark{
		{"Edg/", "Edge"},
		{"EdgA/", "Edge"},
		{"EdgiOS/", "Edge"},
		{"OPR/", "Opera"},
		{"SamsungBrowser/", "Samsung Internet"},
		{"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"},
		{"Chrome/", "Chrome"},
		{"Safari/", "Safari"},
	}
	systems = []mark{
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Android", "Android"},
		{"CrOS", "ChromeOS"},
		{"Windows", "Windows"},
		{"Macintosh", "macOS"},
		{"Linux", "Linux"},
	}
)

// Device names the browser and the system behind a user agent, such as "Firefox, Linux": enough for people to recognise
// their own. Empty when neither is known.
func Device(userAgent string) string {
	var parts []string
	for _, marks := range [][]mark{browsers, systems} {
		for _, m := range marks {
			if strings.Contains(userAgent, m.in) {
				parts = append(parts, m.name)
				break
			}
		}
	}
	return strings.Join(parts, ", ")
}
