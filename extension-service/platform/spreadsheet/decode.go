package spreadsheet

// Decode is the text of any file in UTF-8, without its mark, and the encoding that it is in. Where nothing tells that,
// the encoding is empty and the text the one in Assumed. ErrEncoding.
func Decode(content []byte, named string) (text []byte, used string, err error) {
	return decoded(content, named)
}
