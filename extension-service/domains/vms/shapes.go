package vms

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/store"
)

const (
	perLook     = 200 // messages that are looked at together
	looksAtOnce = 50  // of one connection; what is left waits for the next run
)

// Shape is the paths of what a connection sends, as they are known.
type Shape struct {
	Paths []ShapePath `json:"paths"` // those that are not as they were come first
	More  bool        `json:"more"`  // there are more than are watched
}

// ShapePath is one place in the messages of an entity. It holds no value.
type ShapePath struct {
	Entity Entity      `json:"entity"`
	Path   string      `json:"path"`
	Types  []ValueType `json:"types"`
	Always bool        `json:"always"` // its absence is an alarm
	SeenAt time.Time   `json:"seenAt"`
	Alarm  *ShapeAlarm `json:"alarm"`
}

// examined is one message that is looked at.
type examined struct {
	id      int64
	entity  Entity
	came    time.Time
	message map[string]any // nil: it is no object
}

// lookAtShapes looks at the messages of a connection that have come since the last look.
func (s *Service) lookAtShapes(ctx context.Context, r *schedule.Run, connection int64, name string) error {
	for range looksAtOnce {
		read, more, err := s.unseen(ctx, connection)
		if err != nil || len(more) == 0 {
			return err
		}
		var raised []string
		isOurs := false
		err = r.Write(ctx, func(ctx context.Context) (err error) {
			raised, isOurs, err = s.updateShapes(ctx, connection, read, more)
			return err
		})
		if err != nil {
			return err
		}
		for _, one := range raised {
			r.Count("shapeChanged", 1)
			r.Warn("%s: %s", name, one)
		}
		if r.DryRun || !isOurs || len(more) < perLook {
			return nil
		}
	}
	return nil
}

// unseen are the next messages of a connection after those that have been looked at, and up to which that was.
func (s *Service) unseen(ctx context.Context, connection int64) (read int64, out []examined, err error) {
	if _, err := s.deps.DB.Row(ctx, []any{&read}, "SELECT shape_read FROM vms_connections WHERE id = $1",
		connection); err != nil {
		return 0, nil, err
	}
	var one examined
	var ms int64
	var sealed string
	err = s.deps.DB.Each(ctx, []any{&one.id, &one.entity, &ms, &sealed}, func() error {
		m := one
		m.came = time.UnixMilli(ms).UTC()
		if sealed != "" { // else it was forgotten
			body, err := s.deps.Box.Open(exchangeID(m.id, 0, "body"), sealed)
			if err != nil {
				return err
			}
			m.message, _ = transform.Decoded(body) // what is no object waits with its reason, and has no paths
		}
		out = append(out, m)
		return nil
	}, `
		SELECT m.id, m.entity, m.created, e.body
		  FROM vms_messages m
		  JOIN vms_exchanges e ON e.message_id = m.id AND e.number = 0
		 WHERE m.connection_id = $1
		   AND m.direction = 'inbound'
		   AND m.id > $2
		 ORDER BY m.id
		 LIMIT $3`, connection, read, perLook)
	return read, out, err
}

// updateShapes takes messages into the shapes of a connection and says what is not as it was. Of two copies that look
// at the same messages one does nothing.
func (s *Service) updateShapes(ctx context.Context, connection, read int64, more []examined) (raised []string,
	isOurs bool, err error,
) {
	n, err := s.deps.DB.Exec(ctx, "UPDATE vms_connections SET shape_read = $1 WHERE id = $2 AND shape_read = $3",
		more[len(more)-1].id, connection, read)
	if err != nil || n == 0 {
		return nil, false, err
	}
	all, err := s.shapes(ctx, connection)
	if err != nil {
		return nil, false, err
	}
	of := map[Entity][]examined{}
	for _, m := range more {
		if m.message != nil {
			of[m.entity] = append(of[m.entity], m)
		}
	}
	for _, entity := range slices.Sorted(maps.Keys(of)) {
		if all[entity] == nil {
			all[entity] = &shape{Paths: map[string]*path{}}
		}
		for _, at := range all[entity].observeAll(of[entity]) {
			raised = append(raised, string(entity)+" "+at)
		}
	}
	return raised, true, s.storeShapes(ctx, connection, all)
}

// shapes are those of a connection by entity.
func (s *Service) shapes(ctx context.Context, connection int64) (map[Entity]*shape, error) {
	out := map[Entity]*shape{}
	var entity Entity
	var text string
	err := s.deps.DB.Each(ctx, []any{&entity, &text}, func() error {
		one := new(shape)
		out[entity] = one
		return json.Unmarshal([]byte(text), one)
	}, "SELECT entity, document FROM vms_shapes WHERE connection_id = $1 ORDER BY entity", connection)
	return out, err
}

// storeShapes stores the shapes of a connection, and whether anything in them is not as it was.
func (s *Service) storeShapes(ctx context.Context, connection int64, all map[Entity]*shape) error {
	changed := 0
	for _, entity := range slices.Sorted(maps.Keys(all)) {
		text, err := json.Marshal(all[entity])
		if err != nil {
			return err
		}
		if len(all[entity].alarms()) > 0 {
			changed = 1
		}
		if _, err := s.deps.DB.Exec(ctx, `
			INSERT INTO vms_shapes (connection_id, entity, document)
			VALUES ($1, $2, $3)
			    ON CONFLICT (connection_id, entity) DO UPDATE SET document = excluded.document`, connection, string(entity), string(text)); err != nil {
			return err
		}
	}
	s.deps.DB.Touched(ctx, "vms_connections", "shape_changed")
	if _, err := s.deps.DB.Exec(ctx,
		"UPDATE vms_connections SET shape_changed = $1 WHERE id = $2 AND shape_changed <> $1",
		changed, connection); err != nil {
		return err
	}
	return s.recordShapes(ctx, connection, all)
}

// unlookedAt are the connections with messages that have not been looked at.
func (s *Service) unlookedAt(ctx context.Context) (names map[int64]string, err error) {
	names = map[int64]string{}
	var id int64
	var name string
	err = s.deps.DB.Each(ctx, []any{&id, &name}, func() error {
		names[id] = name
		return nil
	}, `
		SELECT c.id, c.name
		  FROM vms_connections c
		 WHERE EXISTS (SELECT 1
		                 FROM vms_messages m
		                WHERE m.connection_id = c.id
		                  AND m.direction = 'inbound'
		                  AND m.id > c.shape_read)
		 ORDER BY c.id`)
	return names, err
}

type shapeInput struct {
	ID int64 `path:"id"`
}

// shape tells what the messages of a connection look like. NOT_FOUND.
func (s *Service) shape(ctx context.Context, in shapeInput) (Shape, error) {
	out := Shape{Paths: []ShapePath{}}
	if _, err := s.Connections.Get(ctx, in.ID); err != nil {
		return out, err
	}
	all, err := s.shapes(ctx, in.ID)
	if err != nil {
		return out, err
	}
	for entity, one := range all {
		out.More = out.More || one.More
		for at, p := range one.Paths {
			out.Paths = append(out.Paths, ShapePath{
				Entity: entity, Path: at, Types: p.Types, Always: p.isAlways(),
				SeenAt: p.Seen, Alarm: p.Alarm,
			})
		}
	}
	slices.SortFunc(out.Paths, func(a, b ShapePath) int {
		isCalm := func(p ShapePath) int {
			if p.Alarm == nil {
				return 1
			}
			return 0
		}
		return cmp.Or(isCalm(a)-isCalm(b), cmp.Compare(a.Entity, b.Entity), cmp.Compare(a.Path, b.Path))
	})
	return out, nil
}

type acceptedPath struct {
	ID     int64  `path:"id"`
	Entity Entity `json:"entity" check:"required"`
	Path   string `json:"path"   check:"required,max=200"`
}

// acceptShape takes a path as it is now for what is usual. NOT_FOUND.
func (s *Service) acceptShape(ctx context.Context, in acceptedPath) (out Shape, err error) {
	c, err := s.Connections.Get(ctx, in.ID)
	if err != nil {
		return out, err
	}
	err = s.deps.DB.Write(ctx, func(ctx context.Context) error {
		// nobody looks meanwhile
		if _, err := s.deps.DB.Exec(ctx, "UPDATE vms_connections SET shape_read = shape_read WHERE id = $1",
			c.ID); err != nil {
			return err
		}
		all, err := s.shapes(ctx, c.ID)
		if err != nil {
			return err
		}
		if one := all[in.Entity]; one == nil || !one.accept(in.Path) {
			return notThere("changed path "+in.Path+" of connection", c.ID)
		}
		if err := s.storeShapes(ctx, c.ID, all); err != nil {
			return err
		}
		return s.deps.Audit(ctx, store.Entry{
			Entity: "vmsConnection", ID: c.ID, Version: c.Version, ClientID: c.ClientID,
			Act: resource.Act{Action: "acceptShape", Comment: string(in.Entity) + " " + in.Path, Unguarded: true},
		})
	})
	if err != nil {
		return out, err
	}
	return s.shape(ctx, shapeInput{ID: c.ID})
}
