package transform

import (
	"regexp"
	"slices"
)

// runFailure is one kind of failure of a running program: how jq tells it, and the key of its text. Named groups of the
// pattern are what the text mentions.
type runFailure struct {
	pattern *regexp.Regexp
	key     string
}

// value is what jq writes of a value that it refuses: its type and its beginning as JSON, or null.
func value(name string) string { return `(?P<` + name + `>null|\w+ \(.*\))` }

func failsAs(pattern, key string) runFailure {
	return runFailure{regexp.MustCompile(`(?s)^` + pattern + `$`), "vmsMapping.run." + key}
}

// runFailures are the kinds that are known; the first that fits counts.
var runFailures = []runFailure{
	failsAs(`error: (?P<value>.*)`, "error"),
	failsAs(`there is no file "(?P<name>.*)"`, "noFile"),
	failsAs(`cannot add: `+value("left")+` and `+value("right"), "add"),
	failsAs(`cannot subtract: `+value("left")+` and `+value("right"), "subtract"),
	failsAs(`cannot multiply: `+value("left")+` and `+value("right"), "multiply"),
	failsAs(`cannot (?:divide|modulo): `+value("left")+` and `+value("right"), "divide"),
	failsAs(`cannot (?:divide|modulo) `+value("value")+` by: .*`, "zero"),
	failsAs(`cannot (?:negate|plus): `+value("value"), "negate"),
	failsAs(`cannot iterate over: `+value("value"), "iterate"),
	failsAs(`expected an object but got: `+value("value"), "object"),
	failsAs(`expected an array but got: `+value("value"), "array"),
	failsAs(`expected a string for object key but got: `+value("value"), "key"),
	failsAs(`expected a number for indexing an? (?:array|string) but got: `+value("value"), "index"),
	failsAs(`array index (?:should not be negative|too large): (?P<value>.*)`, "indexRange"),
	failsAs(`(?P<name>@\w+) cannot format an array including: `+value("value"), "format"),
	failsAs(`invalid regular expression (?P<value>".*"): error parsing.*`, "regexp"),
	failsAs(`tonumber cannot be applied to (?P<value>.*): invalid number`, "number"),
	failsAs(`strptime\((?P<format>.*)\) cannot be applied to (?P<value>.*?): (?:failed to|cannot) parse.*`, "date"),
	failsAs(`fromjson cannot be applied to (?P<value>.*): .*`, "json"),
	failsAs(`(?P<name>@?\w+)(?:\(.*\))? cannot be applied to: `+value("value"), "apply"),
	failsAs(`(?P<name>@?\w+)(?:\(.*\))? cannot be applied to (?P<value>.*?): .*`, "applyReason"),
}

var typed = regexp.MustCompile(`(?s)^(?:null|boolean|number|string|array|object) \((.*)\)$`)

// describeRunFailure names the text for a failure of a running program, with what it mentions: values as the beginning
// of their JSON. Of one that is not known, or whose reason jq alone can tell, the message of jq goes beside the text.
func describeRunFailure(message string) (key string, params map[string]any) {
	at := slices.IndexFunc(runFailures, func(f runFailure) bool { return f.pattern.MatchString(message) })
	if at < 0 {
		return textOf(Run), nil
	}
	known := runFailures[at]
	found := known.pattern.FindStringSubmatch(message)
	params = map[string]any{}
	for i, name := range known.pattern.SubexpNames() {
		if name != "" {
			params[name] = typed.ReplaceAllString(found[i], "$1")
		}
	}
	return known.key, params
}
