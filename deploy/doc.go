// Package deploy holds what the container form of the product needs besides docker-compose.yml, and its test.
package deploy
