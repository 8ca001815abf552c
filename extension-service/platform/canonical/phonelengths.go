package canonical

import (
	"strconv"
	"strings"
)

// lengths are how many digits numbers have behind their country code: the code, the fewest and the most.
const lengths = `
1 10 10
20 8 10
27 9 9
30 10 10
31 7 9
32 8 9
33 9 9
34 9 9
351 9 9
352 4 11
353 7 9
354 7 9
356 8 8
357 8 8
358 5 10
359 7 9
36 8 9
370 8 8
371 8 8
372 7 8
373 8 8
375 9 9
380 9 9
381 7 10
385 8 9
386 8 8
387 8 9
39 6 11
40 9 9
41 9 9
420 9 9
421 9 9
43 5 11
44 7 10
45 8 8
46 6 9
47 8 8
48 9 9
49 5 11
52 10 10
54 10 11
55 8 11
61 8 9
62 7 12
63 8 10
64 7 10
65 8 8
7 10 10
81 9 10
82 8 11
852 8 8
86 7 11
90 10 10
91 10 10
971 8 9
972 8 9`

// digitRange is how many digits a number has, at least and at most.
type digitRange struct{ fewest, most int }

// otherLengths are those of the countries that the list leaves out.
var otherLengths = digitRange{5, 10}

var lengthsByCode = readLengths()

func readLengths() map[string]digitRange {
	out := map[string]digitRange{}
	for line := range strings.Lines(strings.TrimSpace(lengths)) {
		words := strings.Fields(line)
		fewest, _ := strconv.Atoi(words[1]) // the list is a constant, which the tests read
		most, _ := strconv.Atoi(words[2])
		out[words[0]] = digitRange{fewest, most}
	}
	return out
}

// isPossible reports whether so many digits can be a number behind a country code.
func isPossible(code, digits string) bool {
	r, known := lengthsByCode[code]
	if !known {
		r = otherLengths
	}
	return len(digits) >= r.fewest && len(digits) <= r.most
}
