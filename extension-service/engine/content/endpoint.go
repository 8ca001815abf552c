package content

import (
	"encoding/json"
	"os"

	"poolkeeper.example/extension-service/platform/fault"
)

// endpoint says where Directus is. Without a URL it is the one started beside the service, which writes its address and
// token into a file once it is ready; the file is read at each call, so that a restart on another port is followed.
type endpoint struct {
	URL   string `json:"url"`
	Token string `json:"token"`
	file  string
}

func (e endpoint) resolve() (endpoint, error) {
	if e.URL != "" {
		return e, nil
	}
	raw, err := os.ReadFile(e.file)
	if err != nil {
		return e, unavailable(reasonNotStarted, err)
	}
	if err := json.Unmarshal(raw, &e); err != nil || e.URL == "" {
		return e, unavailable("the content service is still starting", err)
	}
	return e, nil
}

// Why the content service is of no use, in the words of the log.
const (
	reasonNotStarted = "the content service is not installed or still starting"
	reasonSilent     = "the content service does not answer"
	reasonLocked     = "the content service is locked: more of it is used than its licence allows"
)

// Code names the reason why the content service is of no use for the status page, which has words for it. What else
// failed keeps its own words.
func (s Status) Code() string {
	switch s.Reason {
	case reasonNotStarted:
		return "starting"
	case reasonSilent:
		return "silent"
	case reasonLocked:
		return "locked"
	}
	return s.Reason
}

// unavailable is the failure of everything behind Directus; text never holds a word of Directus's own.
func unavailable(text string, cause error) *fault.Error {
	err := fault.New(fault.Upstream, "UNAVAILABLE", "%s", text)
	err.Err = cause
	return err
}
