package pools

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/imports"
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
func (Field) Enum() enum.List {
	return enum.List{Name: "poolFileField", Text: "pool.file.field", Values: enum.Strings(fields)}
}

// words are what people call each field in English and German, beside its name.
var words = map[Field]string{
	Email:     "mail emailaddress mailaddress mailadresse emailadresse",
	FirstName: "givenname forename vorname rufname",
	LastName:  "surname familyname nachname familienname zuname",
	MobileNumber: "mobile mobilephone cellphone phone phonenumber mobil mobilnummer mobiltelefon handy handynummer " +
		"telefon telefonnummer",
	LinkedinHandle: "linkedin linkedinprofile linkedinurl linkedinprofil",
	ExternalID:     "externeid externekennung fremdid personalnummer employeeid",
	HourRate:       "hourlyrate rateperhour stundensatz",
	DayRate:        "dailyrate rateperday tagessatz",
	Currency:       "währung waehrung",
	Street: "streetaddress addressline1 straße strasse straßehausnummer strassehausnummer straßeundhausnummer " +
		"anschrift",
	PostalCode: "postcode zip zipcode postleitzahl plz",
	City:       "town stadt ort wohnort",
	Skills:     "skill competences expertise fähigkeiten faehigkeiten kenntnisse kompetenzen skillset",
	Country:    "countrycode land länderkürzel laenderkuerzel",
	Tags:       "tag keywords labels schlagworte schlagwörter stichworte stichwörter",
	ExpiresAt:  "expires expiry expirydate validuntil enddate ablaufdatum läuftab gültigbis gueltigbis endetam",
}

// known is what the columns of a file may be taken for.
var known = imports.Fields[Field]{
	All: fields, Needed: needed,
	IsNumber: func(f Field) bool { return slices.Contains(amountFields, f) },
	Words:    func(f Field) []string { return strings.Fields(words[f]) },
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
		if _, again := imports.ColumnCalled(columns, c.Heading, i); !again && len(all) < imports.MostColumns {
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
