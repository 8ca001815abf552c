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
		return e, unavailable("the content service is not installed or still starting", err)
	}
	if err := json.Unmarshal(raw, &e); err != nil || e.URL == "" {
		return e, unavailable("the content service is still starting", err)
	}
	return e, nil
}

// unavailable is the failure of everything behind Directus; text never holds a word of Directus's own.
func unavailable(text string, cause error) *fault.Error {
	err := fault.New(fault.Upstream, "UNAVAILABLE", "%s", text)
	err.Err = cause
	return err
}
