package httpclient

import (
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// MaxDelay is the longest that a server is left alone for, whatever it asks for.
const MaxDelay = time.Hour

// near is how far from now a number of seconds since 1970 is taken for an instant: as a duration it would be half a
// century.
const near = 366 * 24 * time.Hour

var isNumber = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]*)?$`)

// parseRetryAfter reads how long to wait, in seconds or until an instant; zero where that cannot be read or is over.
func parseRetryAfter(text string, now time.Time) time.Duration {
	text = strings.ToUpper(strings.TrimSpace(text))
	if isNumber.MatchString(text) {
		n, _ := strconv.ParseFloat(text, 64) // one that is too large is infinite
		return secondsOf(n, now)
	}
	if at, err := http.ParseTime(text); err == nil {
		return withinMaxDelay(at.Sub(now))
	}
	for _, layout := range []string{time.RFC1123Z, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return withinMaxDelay(at.Sub(now))
		}
	}
	return 0
}

// secondsOf is a number as a duration, or until the instant that it is in seconds or milliseconds since 1970.
func secondsOf(n float64, now time.Time) time.Duration {
	for _, perSecond := range []float64{1, 1000} {
		if left := n/perSecond - float64(now.Unix()); math.Abs(left) < near.Seconds() {
			return withinMaxDelay(time.Duration(left * float64(time.Second)))
		}
	}
	if n >= MaxDelay.Seconds() {
		return MaxDelay
	}
	return withinMaxDelay(time.Duration(n * float64(time.Second)))
}

func withinMaxDelay(d time.Duration) time.Duration { return min(max(0, d), MaxDelay) }
