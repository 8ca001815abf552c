package decimal

import "testing"

func FuzzParseDecimal(f *testing.F) {
	for _, seed := range []string{
		"0", "-0", "12.5", "99999999.9999", "1e5", "0.00001", "-.5", "1.", "١", "000000001",
		"1.00000",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		number, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(number.String())
		if err != nil || again != number {
			t.Errorf("%q is %s, read again %s: %v", text, number, again, err)
		}
	})
}
