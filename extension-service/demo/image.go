package demo

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"poolkeeper.example/extension-service/clients"
	"poolkeeper.example/extension-service/files"
	"poolkeeper.example/extension-service/msps"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
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

// FillImages paints the catalogue of images and the logos of clients and of some MSPs, once the records are there. It
// writes nothing where there is a catalogue already.
func FillImages(ctx context.Context, db *store.DB, keeper *files.Service, now time.Time) error {
	var n int
	if _, err := db.Row(ctx, []any{&n}, "SELECT count(*) FROM catalog_images"); err != nil || n > 0 {
		return err
	}
	f := newFiller(db, now)
	if err := f.findActors(ctx); err != nil {
		return err
	}
	f.clock = f.today
	ctx = role.With(ctx, f.actors[0])
	for _, fill := range []func(context.Context, *files.Service) error{f.clientLogos, f.mspLogos, f.catalogue} {
		if err := fill(ctx, keeper); err != nil {
			return fmt.Errorf("demo images: %w", err)
		}
	}
	return nil
}

// catalogue comes last: a start that breaks off before it begins anew.
func (f *filler) catalogue(ctx context.Context, keeper *files.Service) error {
	images := make([]files.CatalogImage, len(pictures))
	for i, p := range pictures {
		painted, err := scene(i)
		if err != nil {
			return err
		}
		kept, err := keeper.Save(ctx, p.name+".jpg", "image/jpeg", bytes.NewReader(painted))
		if err != nil {
			return err
		}
		images[i] = files.CatalogImage{ResourceID: kept.ID, TitleKey: "catalog.image." + p.name, Tags: strings.Fields(p.tags)}
	}
	return f.db.Write(ctx, func(ctx context.Context) error {
		for i := range images {
			if err := keeper.Catalog.Create(ctx, &images[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// keepLogo paints and keeps the logo of a company.
func keepLogo(ctx context.Context, keeper *files.Service, n int, name string) (string, error) {
	painted, err := logo(n, name)
	if err != nil {
		return "", err
	}
	kept, err := keeper.Save(ctx, "logo.png", "image/png", bytes.NewReader(painted))
	return kept.ID, err
}

func (f *filler) clientLogos(ctx context.Context, keeper *files.Service) error {
	q, err := resource.Ask(new(clients.Client), resource.Paging{}, 100)
	if err != nil {
		return err
	}
	page, err := f.clients.List(ctx, q)
	if err != nil {
		return err
	}
	for i, old := range page.Rows {
		c := old
		if c.LogoResourceID, err = keepLogo(ctx, keeper, i, c.Name); err != nil {
			return err
		}
		if err := f.db.Write(ctx, func(ctx context.Context) error { return f.clients.Update(ctx, old, &c) }); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) mspLogos(ctx context.Context, keeper *files.Service) error {
	q, err := resource.Ask(new(msps.MSP), resource.Paging{}, logoMSPs)
	if err != nil {
		return err
	}
	page, err := f.msps.Table.List(ctx, q)
	if err != nil {
		return err
	}
	for i, old := range page.Rows {
		m := old
		if m.LogoResourceID, err = keepLogo(ctx, keeper, i, m.Name); err != nil {
			return err
		}
		if err := f.db.Write(ctx, func(ctx context.Context) error { return f.msps.Table.Update(ctx, old, &m) }); err != nil {
			return err
		}
	}
	return nil
}
