package canonical

import "strings"

// Locale is the name of a language as it is stored, by the conventions of BCP 47: its parts stand between hyphens, a
// script has a capital, a region is in capitals, all else is small ("DE" is de, "zh_hans_cn" is zh-Hans-CN). What is no
// name of a language is left for the check that follows to refuse.
func Locale(s string) string {
	parts := strings.Split(strings.ToLower(strings.ReplaceAll(strings.TrimSpace(s), "_", "-")), "-")
	for i, part := range parts {
		switch {
		case i > 0 && len(part) == 2:
			parts[i] = strings.ToUpper(part)
		case i > 0 && len(part) == 4 && part[0] > '9':
			parts[i] = strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return strings.Join(parts, "-")
}
