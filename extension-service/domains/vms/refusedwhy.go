package vms

import "poolkeeper.example/extension-service/engine/admin/enum"

// RefusedWhy says why a message does not show whom it is from.
type RefusedWhy string

// The reasons.
const (
	RefusedInactive  RefusedWhy = "INACTIVE"       // the connection is not active
	RefusedNoSecret  RefusedWhy = "NO_SECRET"      // the connection has no inbound secret
	RefusedPassword  RefusedWhy = "WRONG_PASSWORD" // basic authentication
	RefusedNoID      RefusedWhy = "NO_ID"          // Webhook-Id
	RefusedNoTime    RefusedWhy = "NO_TIME"        // Webhook-Timestamp is no number of seconds
	RefusedTime      RefusedWhy = "WRONG_TIME"     // it is more than 5 minutes off
	RefusedKey       RefusedWhy = "WRONG_KEY"      // the inbound secret is no base64
	RefusedQuery     RefusedWhy = "QUERY_UNSIGNED" // the signature holds for the body alone, but there is a query
	RefusedSignature RefusedWhy = "WRONG_SIGNATURE"
)

// noConnection stands in the log where there is no connection to tell it on.
const noConnection RefusedWhy = "NO_CONNECTION"

// Enum lists the reasons.
func (RefusedWhy) Enum() enum.List {
	return enum.List{
		Name: "vmsRefusedWhy", Text: "enum.vmsRefusedWhy",
		Values: enum.Strings([]RefusedWhy{
			RefusedInactive, RefusedNoSecret, RefusedPassword, RefusedNoID, RefusedNoTime, RefusedTime, RefusedKey,
			RefusedQuery, RefusedSignature,
		}),
	}
}
