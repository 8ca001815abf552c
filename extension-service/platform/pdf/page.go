package pdf

// The page, A4, in millimetres as all lengths.
const (
	margin = 18.0
	width  = 210.0 - 2*margin // between the margins
	bottom = 297.0 - margin
	gap    = 3.0 // between what stands beside each other
)

// pageLine is what stands at one height of a page.
type pageLine struct {
	texts         []placed
	above, height float64
	leads         bool // the next line must be on the same page
}

// placed is a text in its place on a line.
type placed struct {
	text  string
	style style
	left  float64 // from the margin
}

// row puts cells beside each other, with some room above them. Between two pages neither its first five lines are
// divided nor its last two.
func row(above float64, cells ...[]placed) []pageLine {
	var out []pageLine
	for _, c := range cells {
		for i, t := range c {
			if i == len(out) {
				out = append(out, pageLine{above: above})
				above = 0
			}
			out[i].texts = append(out[i].texts, t)
			out[i].height = max(out[i].height, t.style.lineHeight())
		}
	}
	for i := range len(out) - 1 {
		out[i].leads = i < 4 || i == len(out)-2
	}
	return out
}

// joinHeading puts rows below another that must not be left alone at the end of a page.
func joinHeading(first, rest []pageLine) []pageLine {
	if len(first) > 0 && len(rest) > 0 {
		first[len(first)-1].leads = true
	}
	return append(first, rest...)
}

// print writes lines below each other, on as many pages as they take.
func (p *printer) print(lines []pageLine) {
	for i, l := range lines {
		p.y += l.above
		if p.y+blockHeight(lines[i:]) > bottom {
			p.AddPage()
			p.y = margin
		}
		p.write(l)
	}
}

// blockHeight is the height of the first line and of those that it leads to.
func blockHeight(lines []pageLine) float64 {
	height := lines[0].height
	if lines[0].leads {
		height += lines[1].above + blockHeight(lines[1:])
	}
	return height
}

func (p *printer) write(l pageLine) {
	for _, t := range l.texts {
		p.setStyle(t.style)
		p.Text(margin+t.left, p.y+0.8*l.height, t.text) // the letters stand on the line, some reach below it
	}
	p.y += l.height
}
