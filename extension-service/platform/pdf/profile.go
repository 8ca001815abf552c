package pdf

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
)

// The house's ink: petrol for titles, a grey for labels.
var (
	petrol = color{10, 99, 123}
	ink    = color{21, 32, 37}
	grey   = color{71, 82, 86}
	hair   = color{218, 225, 227}
)

var (
	nameStyle     = style{bold, 18, petrol}
	subtitleStyle = style{regular, 11, ink}
	titleStyle    = style{bold, 12, petrol}
	textStyle     = style{regular, 10, ink}
	labelStyle    = style{regular, 9, grey}
	smallStyle    = style{regular, 8, grey}
)

// printer writes a document from its top to its end.
type printer struct {
	*fpdf.Fpdf
	y float64 // where the next line begins
}

// Profile prints the profile of an application. The same document always makes the same bytes.
func Profile(d Document) ([]byte, error) {
	p := newPrinter(d)
	p.head(d)
	lines := p.facts(d.Facts)
	for _, s := range d.Sections {
		lines = append(lines, p.section(s)...)
	}
	p.print(append(lines, p.answers(d.Answers)...))
	p.footers(d.Footer)
	var out bytes.Buffer
	if err := p.Output(&out); err != nil {
		return nil, fmt.Errorf("print the profile %s: %w", d.Handle, err)
	}
	return out.Bytes(), nil
}

func newPrinter(d Document) *printer {
	p := &printer{fpdf.New("P", "mm", "A4", ""), margin}
	p.SetTitle(printable(d.Title), true)
	p.SetSubject(printable(d.Subtitle), true)
	p.SetCreator("Poolkeeper", true)
	p.SetCreationDate(d.Made.UTC())
	p.SetModificationDate(d.Made.UTC())
	p.SetCatalogSort(true) // else fonts are listed in another order each time
	p.AddUTF8FontFromBytes(regular, "", dejavusans.TTF)
	p.AddUTF8FontFromBytes(bold, "", dejavusansbold.TTF)
	p.AddPage()
	return p
}

// head is who it is about and what for, with the logo beside it and a rule below.
func (p *printer) head(d Document) {
	logoWidth, end := p.logo(d.Logo)
	room := width - logoWidth
	p.print(slices.Concat(
		row(0, p.cell(d.Title, nameStyle, 0, room)),
		row(0, p.cell(d.Subtitle, subtitleStyle, 0, room)),
		row(0.5, p.cell(strings.Trim(d.Client+" · "+d.Handle, " ·"), labelStyle, 0, room)),
	))
	p.y = max(p.y, end) + 2.5
	p.SetDrawColor(hair[0], hair[1], hair[2])
	p.SetLineWidth(0.3)
	p.Line(margin, p.y, margin+width, p.y)
	p.y += 1
}

// logo stands at the right, at most 14 mm high; what it returns is how much it takes of the width, and where it ends.
func (p *printer) logo(l *Picture) (used, end float64) {
	if l == nil {
		return 0, 0
	}
	kind := fpdf.ImageOptions{ImageType: map[string]string{"image/png": "png", "image/jpeg": "jpg"}[l.MimeType]}
	info := p.RegisterImageOptionsReader("logo", kind, bytes.NewReader(l.Bytes))
	if p.Err() {
		p.ClearError() // without a logo it is still a profile
		return 0, 0
	}
	scale := min(14/info.Height(), width/3/info.Width())
	w, h := info.Width()*scale, info.Height()*scale
	p.ImageOptions("logo", margin+width-w, p.y, w, h, false, kind, 0, "")
	return w + gap, p.y + h
}

// facts stand two beside each other, each under its label.
func (p *printer) facts(facts []Line) []pageLine {
	const half = width / 2
	var out []pageLine
	for pair := range slices.Chunk(facts, 2) {
		var labels, values [][]placed
		for i, f := range pair {
			left := half * float64(i)
			labels = append(labels, p.cell(f.Label, smallStyle, left, half-gap))
			values = append(values, p.cell(f.Value, textStyle, left, half-gap))
		}
		out = append(out, joinHeading(row(2.5, labels...), row(0, values...))...)
	}
	return out
}

func (p *printer) section(s Section) []pageLine {
	out := p.paragraphs(s.Text)
	for _, l := range s.Lines {
		if value := p.cell(l.Value, textStyle, width/3, width*2/3); len(value) > 0 {
			out = append(out, row(0.8, p.cell(l.Label, labelStyle, 0, width/3-gap), value)...)
		}
	}
	return p.titled(s.Title, out)
}

// answers leaves out those that are not flagged for the document.
func (p *printer) answers(a Answers) []pageLine {
	var out []pageLine
	for _, one := range a.List {
		if one.Printed {
			out = append(out, joinHeading(row(2, p.cell(one.Question, labelStyle, 0, width)), p.paragraphs(one.Value))...)
		}
	}
	return p.titled(a.Title, out)
}

// titled puts a title over lines, if there are any.
func (p *printer) titled(title string, lines []pageLine) []pageLine {
	if len(lines) == 0 {
		return nil
	}
	return joinHeading(row(5, p.cell(title, titleStyle, 0, width)), lines)
}

func (p *printer) paragraphs(text string) []pageLine {
	var out []pageLine
	for paragraph := range strings.SplitSeq(text, "\n") {
		out = append(out, row(1, p.cell(paragraph, textStyle, 0, width))...)
	}
	return out
}

// footers come last, since they say how many pages there are.
func (p *printer) footers(footer string) {
	for page := range p.PageCount() {
		p.SetPage(page + 1)
		p.setStyle(smallStyle)
		number := fmt.Sprintf("   %d / %d", page+1, p.PageCount())
		left := width - p.GetStringWidth(number)
		cell := p.cell(footer, smallStyle, 0, left)
		cell = cell[:min(len(cell), 3)] // what is longer runs over the edge
		for i, t := range cell {
			cell[i].left = left - p.GetStringWidth(t.text)
		}
		p.y = bottom + gap
		for _, l := range row(0, cell, []placed{{number, smallStyle, left}}) {
			p.write(l)
		}
	}
}
