package pools

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Field is what a column of a file says of somebody.
type Field string

// The fields. The first three must be there.
const (
	Email          Field = "email"
	FirstName      Field = "firstName"
	LastName       Field = "lastName"
	MobileNumber   Field = "mobileNumber"
	LinkedinHandle Field = "linkedinHandle"
	ExternalID     Field = "externalId"
	HourRate       Field = "hourRate"
	DayRate        Field = "dayRate"
	Currency       Field = "currency"
	Street         Field = "street"
	PostalCode     Field = "postalCode"
	City           Field = "city"
	Country        Field = "country"
	Skills         Field = "skills"
	Tags           Field = "tags"
	ExpiresAt      Field = "expiresAt"
)

var needed = []Field{Email, FirstName, LastName}

var fields = append(slices.Clone(needed), MobileNumber, LinkedinHandle, ExternalID, HourRate, DayRate, Currency, Street,
	PostalCode, City,
	Country, Skills, Tags, ExpiresAt)

// Enum lists the fields.
func (Field) Enum() resource.Enumeration {
	return resource.Enumeration{Name: "poolFileField", Text: "pool.file.field", Values: resource.Strings(fields)}
}

// Column says what a column is taken for, and what an empty cell of it means.
type Column struct {
	Heading string `json:"heading" check:"max=200"`
	Field   Field  `json:"field"`  // none: it is left out
	Clears  bool   `json:"clears"` // an empty cell clears what is known; otherwise that stays
}

// words are what people call each field in English and German, beside its name.
var words = map[Field]string{
	Email:          "mail emailaddress mailaddress mailadresse emailadresse",
	FirstName:      "givenname forename vorname rufname",
	LastName:       "surname familyname nachname familienname zuname",
	MobileNumber:   "mobile mobilephone cellphone phone phonenumber mobil mobilnummer mobiltelefon handy handynummer telefon telefonnummer",
	LinkedinHandle: "linkedin linkedinprofile linkedinurl linkedinprofil",
	ExternalID:     "externeid externekennung fremdid personalnummer employeeid",
	HourRate:       "hourlyrate rateperhour stundensatz",
	DayRate:        "dailyrate rateperday tagessatz",
	Currency:       "währung waehrung",
	Street:         "streetaddress addressline1 straße strasse straßehausnummer strassehausnummer straßeundhausnummer anschrift",
	PostalCode:     "postcode zip zipcode postleitzahl plz",
	City:           "town stadt ort wohnort",
	Skills:         "skill competences expertise fähigkeiten faehigkeiten kenntnisse kompetenzen skillset",
	Country:        "countrycode land länderkürzel laenderkuerzel",
	Tags:           "tag keywords labels schlagworte schlagwörter stichworte stichwörter",
	ExpiresAt:      "expires expiry expirydate validuntil enddate ablaufdatum läuftab gültigbis gueltigbis endetam",
}

// plainHeading is a heading without case, spaces and marks.
func plainHeading(heading string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// named is the field that a heading names.
func named(heading string) Field {
	plain := plainHeading(heading)
	for _, f := range fields {
		if plain != "" && (plain == strings.ToLower(string(f)) || slices.Contains(strings.Fields(words[f]), plain)) {
			return f
		}
	}
	return ""
}

// columnsOf takes each heading for what was chosen for it, else for what the client's last file had it for, else for
// what its name says. A field is taken from one column only.
func columnsOf(head []string, chosen, last []Column) []Column {
	out, used := make([]Column, len(head)), map[Field]bool{}
	for i, heading := range head {
		one := Column{Heading: heading, Field: named(heading)}
		if c, known := columnCalled(chosen, heading, i); known {
			one = c
		} else if c, known := columnCalled(last, heading, i); known && len(chosen) == 0 {
			one = c
		}
		if one.Heading = heading; one.Field != "" && used[one.Field] {
			one.Field = ""
		}
		used[one.Field] = true
		out[i] = one
	}
	return out
}

// columnCalled finds a column by its heading; of several with the same one, that at the same place.
func columnCalled(list []Column, heading string, at int) (Column, bool) {
	same := func(c Column) bool { return plainHeading(c.Heading) == plainHeading(heading) }
	if at < len(list) && same(list[at]) {
		return list[at], true
	}
	i := slices.IndexFunc(list, same)
	if i < 0 || plainHeading(heading) == "" {
		return Column{}, false
	}
	return list[i], true
}

// missing are the fields that every row needs and no column is taken for.
func missing(columns []Column) []Field {
	return slices.DeleteFunc(slices.Clone(needed), func(f Field) bool {
		return slices.ContainsFunc(columns, func(c Column) bool { return c.Field == f })
	})
}

// lastColumns is what the columns of a client's files were taken for the last time.
func (s *Service) lastColumns(ctx context.Context, clientID int64) (out []Column, err error) {
	var text string
	found, err := s.DB().Row(ctx, []any{&text}, "SELECT columns FROM pool_import_columns WHERE client_id = $1", clientID)
	if err != nil || !found {
		return nil, err
	}
	return out, json.Unmarshal([]byte(text), &out)
}

// remember keeps what the columns of a client's file were taken for, beside those of files before.
func (s *Service) remember(ctx context.Context, clientID int64, columns []Column) error {
	last, err := s.lastColumns(ctx, clientID)
	if err != nil {
		return err
	}
	all := slices.Clone(columns)
	for i, c := range last {
		if _, again := columnCalled(columns, c.Heading, i); !again && len(all) < mostColumns {
			all = append(all, c)
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	_, err = s.DB().Exec(ctx, `
		INSERT INTO pool_import_columns (client_id, columns)
		VALUES ($1, $2)
		ON CONFLICT (client_id) DO UPDATE
		   SET columns = excluded.columns`, clientID, string(text))
	return err
}
