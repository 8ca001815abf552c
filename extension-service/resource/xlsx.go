package resource

import (
	"errors"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"
)

const sheetRows = 1_048_576 // of one XLSX sheet; what is more goes to further sheets

// sheets writes workbooks with so many rows on each sheet.
type sheets struct{ rows int }

// write streams rows through a file of the library's own; every cell is typed as text.
func (s sheets) write(w io.Writer, head []string, rows func(func([]string) error) error) (err error) {
	file := excelize.NewFile()
	defer func() { err = errors.Join(err, file.Close()) }()
	b := &book{file: file, head: head, rows: s.rows}
	if err := b.sheet(); err != nil {
		return err
	}
	if err := rows(b.row); err != nil {
		return err
	}
	if err := b.stream.Flush(); err != nil {
		return err
	}
	return file.Write(w)
}

type book struct {
	file   *excelize.File
	stream *excelize.StreamWriter
	head   []string
	sheets int
	rows   int // of one sheet
	at     int // row, from 1
}

func (b *book) sheet() error {
	b.sheets++
	name := fmt.Sprintf("Sheet%d", b.sheets)
	if b.sheets > 1 {
		if err := b.stream.Flush(); err != nil {
			return err
		}
		if _, err := b.file.NewSheet(name); err != nil {
			return err
		}
	}
	stream, err := b.file.NewStreamWriter(name)
	if err != nil {
		return err
	}
	b.stream, b.at = stream, 0
	return b.row(b.head)
}

func (b *book) row(cells []string) error {
	if b.at == b.rows {
		if err := b.sheet(); err != nil {
			return err
		}
	}
	b.at++
	values := make([]any, len(cells))
	for i, s := range cells {
		values[i] = s
	}
	at, err := excelize.CoordinatesToCellName(1, b.at)
	if err != nil {
		return err
	}
	return b.stream.SetRow(at, values)
}
