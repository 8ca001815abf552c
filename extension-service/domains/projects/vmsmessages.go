package projects

import (
	"context"
	"time"
)

// ByConnection is the id of the project that a connection to a VMS knows under an id; 0 is none.
func (s *Service) ByConnection(ctx context.Context, connectionID int64, vmsID string) (id int64, err error) {
	_, err = s.DB().Row(ctx, []any{&id}, `
		SELECT id
		  FROM projects
		 WHERE vms_connection_id = $1
		   AND vms_id = $2
		   AND deleted_at IS NULL`, connectionID, vmsID)
	return id, err
}

// Bind makes a project one of a VMS, which knows it under an id.
func (s *Service) Bind(ctx context.Context, id, connectionID int64, vmsID string) error {
	return s.rewrite(ctx, id, func(p *Project) { p.Source, p.VMSConnectionID, p.VMSID = FromVMS, &connectionID, vmsID })
}

// VMSMessage is the status of a project as its VMS writes it.
type VMSMessage struct {
	Raw   string
	Ended bool
	At    time.Time
}

// ApplyMessage notes what its VMS says of the status of a project, which is another thing than its status here.
func (s *Service) ApplyMessage(ctx context.Context, id int64, h VMSMessage) error {
	return s.rewrite(ctx, id, func(p *Project) { p.VMSStatusRaw, p.VMSEnded, p.VMSLastInboundAt = h.Raw, h.Ended, h.At })
}

func (s *Service) rewrite(ctx context.Context, id int64, change func(p *Project)) error {
	was, err := s.Get(ctx, id)
	if err != nil {
		return err
	}
	p := was
	change(&p)
	return s.Table.Update(ctx, was, &p)
}
