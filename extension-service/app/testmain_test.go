package app_test

import (
	"testing"

	"poolkeeper.example/extension-service/store/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }
