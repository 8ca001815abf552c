package spreadsheet_test

import (
	"bytes"
	"testing"

	"poolkeeper.example/extension-service/platform/spreadsheet"
)

func TestWrite_CellThatWouldBeRun_IsEscapedAndReadBackUnchanged(t *testing.T) {
	t.Parallel()
	for cell, isGuarded := range map[string]bool{
		"=1+1": true, "+49": true, "-5": true, "@x": true, "＝1+1": true, "＋49": true, "－5": true, "＠SUM(A1)": true,
		"'＝1": true, "''=1": true,
		"O'Neil": false, "'t Hooft": false, "１２": false, "a=b": false, "'": false,
	} {
		var out bytes.Buffer
		if err := spreadsheet.Write(&out, ",", [][]string{{"name"}, {cell}}); err != nil {
			t.Fatal(err)
		}
		if got := bytes.Contains(out.Bytes(), []byte("'"+cell)); got != isGuarded {
			t.Errorf("%q: written as %q", cell, out.String())
		}
		file, err := spreadsheet.Open(out.Bytes(), spreadsheet.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if row, more := file.Next(); !more || len(row.Cells) != 1 || row.Cells[0] != cell {
			t.Errorf("%q is read back as %q", cell, row.Cells)
		}
	}
}
