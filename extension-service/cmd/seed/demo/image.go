package demo

import (
	"bytes"
	"context"
	"strings"

	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/platform/role"
)

// picture is one image of the catalogue: the end of the key of its title, and what it is found under.
type picture struct{ name, tags string }

var pictures = []picture{
	{"harbour", "water calm"},
	{"estuary", "water light"},
	{"delta", "water wide"},
	{"lagoon", "water calm"},
	{"fjord", "water cold"},
	{"lighthouse", "light signal"},
	{"dawn", "light morning"},
	{"dusk", "light evening"},
	{"tide", "water moving"},
	{"current", "water moving"},
	{"source", "water beginning"},
	{"pool", "water deep"},
	{"reservoir", "water deep"},
	{"spring", "water beginning"},
	{"sluice", "water work"},
	{"canal", "water work"},
	{"ferry", "water journey"},
	{"regatta", "water team"},
	{"crew", "team work"},
	{"anchor", "calm signal"},
}

const logoMSPs = 16 // how many of the MSPs have sent their logo

// paint keeps the pictures of the catalogue and the logos of clients and of some MSPs, before the records that name
// them: a transaction does not wait for files. Those of a start that breaks off are swept like all that nobody names.
func (f *generator) paint(ctx context.Context) error {
	ctx = role.With(ctx, f.actors[0])
	f.logos = map[string]string{}
	for i, p := range pictures {
		painted, err := scene(i)
		if err != nil {
			return err
		}
		saved, err := f.files.Save(ctx, p.name+".jpg", "image/jpeg", bytes.NewReader(painted))
		if err != nil {
			return err
		}
		f.scenes = append(f.scenes, saved.ID)
	}
	for i, h := range houses {
		if err := f.paintLogo(ctx, i, h.name); err != nil {
			return err
		}
	}
	for i, m := range firms {
		if i*logoMSPs%len(firms) >= logoMSPs { // the others lie between them
			continue
		}
		if err := f.paintLogo(ctx, i, m.name); err != nil {
			return err
		}
	}
	return nil
}

func (f *generator) paintLogo(ctx context.Context, n int, name string) error {
	painted, err := logo(n, name)
	if err != nil {
		return err
	}
	saved, err := f.files.Save(ctx, "logo.png", "image/png", bytes.NewReader(painted))
	f.logos[name] = saved.ID
	return err
}

func (f *generator) fillCatalogue(ctx context.Context) error {
	ctx = role.With(ctx, f.actors[0])
	for i, shown := range f.scenes {
		p := pictures[i]
		image := files.CatalogImage{ResourceID: shown, TitleKey: "catalog.image." + p.name, Tags: strings.Fields(p.tags)}
		if err := f.files.Catalog.Create(ctx, &image); err != nil {
			return err
		}
	}
	return nil
}
