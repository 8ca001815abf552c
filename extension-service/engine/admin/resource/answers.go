package resource

import (
	"reflect"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/money"
)

// AnsweredType is a Go type whose values are answered, and the name that the panel knows it under.
type AnsweredType struct {
	Name string
	Type reflect.Type
}

// AnswerType gives a type its name for the panel.
func AnswerType[T any](name string) AnsweredType { return AnsweredType{name, reflect.TypeFor[T]()} }

// AnswerTypes are what the engine itself answers beside records.
func AnswerTypes() []AnsweredType {
	return []AnsweredType{
		AnswerType[Meta]("ResourceMeta"), AnswerType[field.Field]("FieldMeta"), AnswerType[field.Kind]("Kind"),
		AnswerType[filter]("FilterMeta"),
		AnswerType[actionMeta]("ActionMeta"), AnswerType[ability]("Ability"), AnswerType[Reasons]("Reasons"),
		AnswerType[Block]("Blocker"),
		AnswerType[BulkItem]("BulkOutcome"), AnswerType[bulkPreview]("BulkPreview"), AnswerType[deletedAnswer]("Deletion"),
		AnswerType[Line]("HistoryEntry"),
		AnswerType[Message]("Message"), AnswerType[Actor]("Actor"),
		AnswerType[money.Currency]("CurrencyCode"), AnswerType[money.RateUnit]("RateUnit"), AnswerType[Ticket]("Ticket"),
		AnswerType[Found]("FoundRecord"), AnswerType[Pick]("RecordPick"),
	}
}
