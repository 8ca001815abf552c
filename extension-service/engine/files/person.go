package files

import (
	"context"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

type aboutKey struct{}

// WithPerson returns ctx in which what is kept is about a person: it goes when the person is forgotten, whether a
// record ever names it or not.
func WithPerson(ctx context.Context, who store.Person) context.Context {
	return context.WithValue(ctx, aboutKey{}, who)
}

// linkPerson remembers whom a new upload is about, if anybody. made says that the product itself has made it.
func (s *Service) linkPerson(ctx context.Context, r Resource) error {
	who, ok := ctx.Value(aboutKey{}).(store.Person)
	if !ok {
		return nil
	}
	made := 0
	if r.made {
		made = 1
	}
	_, err := s.DB.Exec(ctx, `
		INSERT INTO resource_subjects (resource_id, entity, entity_id, made)
		VALUES ($1, $2, $3, $4)`, r.ID, who.Entity, who.ID, made)
	return err
}

// withFreelancer is About for a freelancer that the caller can see.
func (s *Service) withFreelancer(ctx context.Context, id int64) (context.Context, error) {
	who := store.Person{Entity: "freelancer", ID: id}
	seen, err := s.Reaches(ctx, who.Entity, who.ID)
	if err == nil && !seen {
		err = fault.Validation().Field("freelancerId", "validation.reference", nil)
	}
	return WithPerson(ctx, who), err
}
