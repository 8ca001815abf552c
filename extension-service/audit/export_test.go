package audit

// Conditions is what lists ask the database of the log.
var Conditions = conditions
