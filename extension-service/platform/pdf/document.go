// Package pdf prints documents: plain values in, the bytes of a file out.
package pdf

import "time"

// Document is the profile of an application as its client gets it. Every text comes ready in the language of the
// reader.
type Document struct {
	Title    string // the name of the person
	Subtitle string // what the application is for
	Handle   string
	Client   string
	Locale   string // language of the texts, such as "de"
	Made     time.Time
	Logo     *Picture
	Facts    []Line    // shown beside each other under the title
	Sections []Section // in order
	Answers  Answers
	Footer   string // of every page, before its number
}

// Line is one fact with its label.
type Line struct{ Label, Value string }

// Section is a titled run of facts, a text, or both.
type Section struct {
	Title string
	Text  string
	Lines []Line
}

// Answers are the questions of the client. Only those that are flagged for the document are printed.
type Answers struct {
	Title string
	List  []Answer
}

// Answer is one question with what was answered.
type Answer struct {
	Question, Value string
	Printed         bool // the flag pdf of the question
}

// Picture is an image to print: its bytes as PNG or JPEG.
type Picture struct {
	MimeType string
	Bytes    []byte
}
