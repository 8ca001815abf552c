package rates

import (
	"context"
	"strconv"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Node is a record with formulas of its own, or with applications that have warnings.
type Node struct {
	Scope Scope  `json:"scope"`
	ID    int64  `json:"id"     kind:"id"` // 0: the system
	Name  string `json:"name"`
	Pair
	Warned int64 `json:"warned"` // open applications with warnings, those of what is below it too
}

// ClientNode is a client with its legal entities and projects.
type ClientNode struct {
	Node
	Below []Node `json:"below"`
}

// Tree is who has formulas of their own, from the system down to projects.
type Tree struct {
	System  Node         `json:"system"`
	Clients []ClientNode `json:"clients"`
	IsCut   bool         `json:"isCut"` // there are more projects than are listed
}

const mostNodes = 500 // projects with formulas of their own, and with warnings

// growing is a tree while it is read.
type growing struct {
	clients map[int64]*ClientNode // by id, those that are shown
	order   []int64
	names   map[int64]Node // of all clients
	seen    map[int64]bool // projects
}

// client is the node of a client, which is shown from now on.
func (g *growing) client(id int64) *ClientNode {
	if g.clients[id] == nil {
		g.clients[id] = &ClientNode{Node: g.names[id], Below: []Node{}}
	}
	return g.clients[id]
}

// tree answers the records that have formulas of their own and those whose open applications have warnings, within the
// caller's scope.
func (s *Service) tree(ctx context.Context, _ resource.None) (Tree, error) {
	out := Tree{Clients: []ClientNode{}}
	system, err := s.subject(ctx, recordRef{Scope: OfSystem})
	if err != nil {
		return out, err
	}
	out.System = Node{Scope: OfSystem, Pair: system.Pair}
	g := &growing{clients: map[int64]*ClientNode{}, names: map[int64]Node{}, seen: map[int64]bool{}}
	if err := s.growClients(ctx, g); err != nil {
		return out, err
	}
	if err := s.growEntities(ctx, g); err != nil {
		return out, err
	}
	warned, err := s.growWarned(ctx, g)
	if err != nil {
		return out, err
	}
	own, err := s.growProjects(ctx, g)
	if err != nil {
		return out, err
	}
	out.IsCut = warned || own
	for _, id := range g.order {
		if c := g.clients[id]; c != nil {
			out.Clients = append(out.Clients, *c)
			out.System.Warned += c.Warned
		}
	}
	return out, nil
}

// growClients reads the clients, and shows those in the caller's scope that have formulas.
func (s *Service) growClients(ctx context.Context, g *growing) error {
	who, n := role.From(ctx), Node{Scope: OfClient}
	return s.DB.Each(ctx, []any{&n.ID, &n.Name, &n.Pay, &n.Bill}, func() error {
		isSeen := who.Kind == role.System || who.Scope.Covers(n.ID, 0)
		g.order = append(g.order, n.ID)
		g.names[n.ID] = n
		if !isSeen {
			g.names[n.ID] = Node{Scope: OfClient, ID: n.ID, Name: n.Name}
		} else if n.Pair != (Pair{}) {
			g.client(n.ID)
		}
		return nil
	}, `
		SELECT id, name, pay_rate_formula, bill_rate_formula
		  FROM client_facts
		 WHERE deleted_at IS NULL
		 ORDER BY name, id`)
}

// growEntities adds the legal entities that have formulas.
func (s *Service) growEntities(ctx context.Context, g *growing) error {
	n, client := Node{Scope: OfLegalEntity}, int64(0)
	return s.DB.Each(ctx, []any{&n.ID, &client, &n.Name, &n.Pay, &n.Bill}, func() error {
		c := g.client(client)
		c.Below = append(c.Below, n)
		return nil
	}, `
		SELECT e.id, e.client_id, e.name, e.pay_rate_formula, e.bill_rate_formula
		  FROM (SELECT id, client_id, id AS legal_entity_id, name, pay_rate_formula, bill_rate_formula
		          FROM legal_entity_facts) e
		 WHERE (e.pay_rate_formula <> '' OR e.bill_rate_formula <> '')
		   AND `+store.WithinScope(ctx, "e")+`
		 ORDER BY e.name, e.id`)
}

// growWarned adds the projects whose open applications have warnings, those with most of them first, and says whether
// some are left out; the counts of clients are whole.
func (s *Service) growWarned(ctx context.Context, g *growing) (isCut bool, err error) {
	n, client := Node{Scope: OfProject}, int64(0)
	err = s.DB.Each(ctx, []any{&n.ID, &client, &n.Name, &n.Pay, &n.Bill, &n.Warned}, func() error {
		c := g.client(client)
		c.Warned += n.Warned
		if isCut = len(g.seen) >= mostNodes; !isCut {
			g.seen[n.ID] = true
			c.Below = append(c.Below, n)
		}
		return nil
	}, `
		SELECT p.id, a.client_id, p.title, p.pay_rate_formula, p.bill_rate_formula, count(*)
		  FROM warned_applications a
		  JOIN project_facts p ON p.id = a.project_id
		 WHERE `+store.WithinScope(ctx, "a")+`
		 GROUP BY p.id, a.client_id, p.title, p.pay_rate_formula, p.bill_rate_formula
		 ORDER BY count(*) DESC, p.id`)
	return isCut, err
}

// growProjects adds the other projects that have formulas, and says whether some are left out.
func (s *Service) growProjects(ctx context.Context, g *growing) (isCut bool, err error) {
	n, client, read := Node{Scope: OfProject}, int64(0), 0
	err = s.DB.Each(ctx, []any{&n.ID, &client, &n.Name, &n.Pay, &n.Bill}, func() error {
		if read++; read > mostNodes {
			isCut = true
		} else if !g.seen[n.ID] {
			c := g.client(client)
			c.Below = append(c.Below, n)
		}
		return nil
	}, `
		SELECT p.id, p.client_id, p.title, p.pay_rate_formula, p.bill_rate_formula
		  FROM project_facts p
		 WHERE (p.pay_rate_formula <> '' OR p.bill_rate_formula <> '')
		   AND p.status <> 'DELETED'
		   AND `+store.WithinScope(ctx, "p")+`
		 ORDER BY p.client_id, p.id
		 LIMIT `+strconv.Itoa(mostNodes+1))
	return isCut, err
}
