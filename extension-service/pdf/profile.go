package pdf

import (
	"fmt"
	"sync"
	"time"

	"github.com/johnfercher/maroto/v2"
	"github.com/johnfercher/maroto/v2/pkg/components/col"
	"github.com/johnfercher/maroto/v2/pkg/components/image"
	"github.com/johnfercher/maroto/v2/pkg/components/line"
	"github.com/johnfercher/maroto/v2/pkg/components/row"
	"github.com/johnfercher/maroto/v2/pkg/components/text"
	"github.com/johnfercher/maroto/v2/pkg/config"
	"github.com/johnfercher/maroto/v2/pkg/consts/align"
	"github.com/johnfercher/maroto/v2/pkg/consts/extension"
	"github.com/johnfercher/maroto/v2/pkg/consts/fontstyle"
	"github.com/johnfercher/maroto/v2/pkg/core"
	"github.com/johnfercher/maroto/v2/pkg/core/entity"
	"github.com/johnfercher/maroto/v2/pkg/props"
	"github.com/phpdave11/gofpdf"
)

const (
	margin = 18.0 // millimetres
	grid   = 12   // columns of a row

	pictureHeight = 14.0
)

// The house's ink: petrol for titles, a grey for labels.
var (
	petrol = &props.Color{Red: 10, Green: 99, Blue: 123}
	ink    = &props.Color{Red: 21, Green: 32, Blue: 37}
	grey   = &props.Color{Red: 71, Green: 82, Blue: 86}
	hair   = &props.Color{Red: 218, Green: 225, Blue: 227}
)

// printing is held while a document is made: the library keeps the date of change, and the order in which it writes what
// it lists, for all documents at once.
var printing sync.Mutex

// Profile prints the profile of an application. The same document always makes the same bytes.
func Profile(d Document) ([]byte, error) {
	printing.Lock()
	defer printing.Unlock()
	gofpdf.SetDefaultCatalogSort(true)
	gofpdf.SetDefaultModificationDate(d.Made.UTC())
	set, err := fonts(d)
	if err != nil {
		return nil, err
	}
	p := &printer{maroto.New(settings(d, set))}
	p.head(d)
	p.facts(d.Facts)
	for _, s := range d.Sections {
		p.section(s)
	}
	p.answers(d.Answers)
	done, err := p.Generate()
	if err != nil {
		return nil, fmt.Errorf("print the profile %s: %w", d.Handle, err)
	}
	return done.GetBytes(), nil
}

func settings(d Document, set []*entity.CustomFont) *entity.Config {
	page := pageLine(d)
	return config.NewBuilder().
		WithLeftMargin(margin).WithRightMargin(margin).WithTopMargin(margin).WithBottomMargin(margin).
		WithSequentialMode().WithCompression(true).
		WithCustomFonts(set).
		WithDefaultFont(&props.Font{Family: family, Size: 10, Color: ink}).
		WithTitle(printable(d.Title), true).WithSubject(printable(d.Subtitle), true).WithCreator("Poolkeeper", true).
		WithCreationDate(d.Made.UTC().Truncate(time.Second)).
		WithPageNumber(props.PageNumber{Pattern: page, Place: props.RightBottom, Family: inFont(page, props.Text{Family: family}).Family, Size: 8, Color: grey}).
		Build()
}

func pageLine(d Document) string {
	if d.Footer == "" {
		return "{current} / {total}"
	}
	return shown(d.Footer) + "   {current} / {total}"
}

// printer adds rows to a document.
type printer struct{ core.Maroto }

func (p *printer) head(d Document) {
	width := grid
	side := col.New(4)
	if ending := pictureType(d.Logo); ending != "" {
		width -= 4
		side.Add(image.NewFromBytes(d.Logo.Bytes, ending, props.Rect{Percent: 100, JustReferenceWidth: false}))
		p.AddRow(pictureHeight, col.New(width).Add(text.New(shown(d.Title), inFont(d.Title, props.Text{Size: 18, Style: fontstyle.Bold, Color: petrol}))), side)
	} else {
		p.paragraph(d.Title, props.Text{Size: 18, Style: fontstyle.Bold, Color: petrol, Bottom: 1})
	}
	p.paragraph(d.Subtitle, props.Text{Size: 11, Bottom: 1})
	p.paragraph(joined(d.Client, d.Handle), props.Text{Size: 9, Color: grey, Bottom: 2})
	p.rule()
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " · " + b
}

func pictureType(p *Picture) extension.Type {
	if p == nil || len(p.Bytes) == 0 {
		return ""
	}
	return map[string]extension.Type{"image/png": extension.Png, "image/jpeg": extension.Jpg}[p.MimeType]
}

func (p *printer) rule() {
	p.AddRow(4, col.New(grid).Add(line.New(props.Line{Color: hair, Thickness: 0.3, SizePercent: 100, OffsetPercent: 30})))
}

// facts stand two beside each other, each under its label.
func (p *printer) facts(facts []Line) {
	for at := 0; at < len(facts); at += 2 {
		labels, values := row.New(), row.New()
		for _, f := range facts[at:min(at+2, len(facts))] {
			labels.Add(text.NewCol(grid/2, shown(f.Label), inFont(f.Label, props.Text{Size: 8, Color: grey, Top: 1})))
			values.Add(text.NewCol(grid/2, shown(f.Value), inFont(f.Value, props.Text{Size: 10, Bottom: 2, Right: 4})))
		}
		p.AddRows(labels, values)
	}
}

func (p *printer) section(s Section) {
	if s.Text == "" && len(s.Lines) == 0 {
		return
	}
	p.title(s.Title)
	p.paragraphs(s.Text)
	for _, l := range s.Lines {
		for i, piece := range pieces(l.Value) {
			label := l.Label
			if i > 0 {
				label = ""
			}
			p.AddAutoRow(
				text.NewCol(4, shown(label), inFont(label, props.Text{Size: 9, Color: grey, Top: 0.5, Bottom: 1, Right: 3})),
				text.NewCol(8, piece, inFont(piece, props.Text{Size: 10, Bottom: 1})),
			)
		}
	}
}

// answers leaves out those that are not flagged for the document, and the title when nothing is left.
func (p *printer) answers(a Answers) {
	titled := false
	for _, one := range a.List {
		if !one.Printed {
			continue
		}
		if !titled {
			p.title(a.Title)
			titled = true
		}
		p.paragraph(one.Question, props.Text{Size: 9, Color: grey, Top: 1, Bottom: 0.5})
		p.paragraphs(one.Value)
	}
}

func (p *printer) title(t string) {
	p.paragraph(t, props.Text{Size: 12, Style: fontstyle.Bold, Color: petrol, Top: 4, Bottom: 2})
}

func (p *printer) paragraph(t string, style props.Text) {
	if t != "" {
		style.Align = align.Left
		p.AddRows(text.NewAutoRow(shown(t), inFont(t, style)))
	}
}

func (p *printer) paragraphs(t string) {
	for _, piece := range pieces(t) {
		p.AddRows(text.NewAutoRow(piece, inFont(piece, props.Text{Size: 10, Bottom: 1.5, VerticalPadding: 0.8})))
	}
}
