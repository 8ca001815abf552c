package preferences

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	mostShared    = 60 // views of one list: as many as are counted with one call
	mostSharedOwn = 20 // of them by one person
)

type ofList struct {
	Resource string `path:"resource" json:"resource" check:"required,max=40"`
}

type sharing struct {
	ofList
	View
}

type byID struct {
	ofList

	ID      int64  `path:"id" kind:"id"`
	IfMatch string `header:"If-Match"`
}

type changing struct {
	byID
	View
}

// list is the list that a view is of. NOT_FOUND for a resource that there is none, FORBIDDEN without the permission of
// its list.
func (s *Service) list(ctx context.Context, name string) (resource.Resource, error) {
	r := s.Records.Named(name)
	if r == nil {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "no list of %q", name)
	}
	if needs := r.Facts().Read; !role.From(ctx).CanAny(needs) {
		return nil, resource.Forbidden(needs...)
	}
	return r, nil
}

// listShared lists the views of a list that are shared with the caller, and those the caller shares. What looks for
// something that the caller does not see is left out, as are columns that the caller cannot show.
func (s *Service) listShared(ctx context.Context, in ofList) (resource.List[SharedView], error) {
	out := resource.List[SharedView]{Results: []SharedView{}}
	r, err := s.list(ctx, in.Resource)
	if err != nil {
		return out, err
	}
	found, err := s.loadShared(ctx, "resource = $1 ORDER BY name, id", in.Resource)
	if err != nil {
		return out, err
	}
	for _, v := range found {
		isShown, err := shows(ctx, r, v)
		if err != nil {
			return out, err
		}
		if isShown {
			out.Results = append(out.Results, answered(ctx, r, v))
		}
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}

// shows says whether a shared view is for the caller: its own always, others while the caller's list takes them.
func shows(ctx context.Context, r resource.Resource, v SharedView) (bool, error) {
	who := role.From(ctx)
	if isOwner(who, v) {
		return true, nil
	}
	if v.Role != nil && !slices.Contains(who.Roles, *v.Role) && !who.Can(role.AdminUserWrite) {
		return false, nil
	}
	saved, err := v.savedView()
	if err == nil {
		saved.Columns = nil
		err = r.CheckView(ctx, saved)
	}
	if err == nil {
		return true, nil
	}
	_, failed := resource.Refusal(err)
	return false, failed
}

// answered is a shared view as the caller is answered.
func answered(ctx context.Context, r resource.Resource, v SharedView) SharedView {
	who := role.From(ctx)
	v.Columns = r.ShownColumns(who, v.Columns)
	v.IsOwn = isOwner(who, v)
	v.CanWithdraw = v.IsOwn || who.Can(role.AdminUserWrite)
	return v
}

func isOwner(who *role.Caller, v SharedView) bool {
	return who.Kind == role.Admin && who.ID == v.OwnerID
}

// share shares a view of a list that the caller may read. NOT_FOUND for a list or a client that the caller does not
// see, FORBIDDEN for a list or a filter that is closed to the caller, DUPLICATE for a name that the caller has given
// already.
func (s *Service) share(ctx context.Context, in sharing) (out SharedView, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		who := role.From(ctx)
		r, err := s.checked(ctx, in.Resource, &in.View)
		if err != nil {
			return err
		}
		others, err := s.loadShared(ctx, "resource = $1", in.Resource)
		if err != nil {
			return err
		}
		v := SharedView{View: in.View, OwnerID: who.ID, OwnerName: who.Name, resourceName: in.Resource}
		if err := refuseUsedName(others, v); err != nil {
			return err
		}
		own := slices.DeleteFunc(slices.Clone(others), func(o SharedView) bool { return o.OwnerID != who.ID })
		if len(others) >= mostShared || len(own) >= mostSharedOwn {
			most := mostShared
			if len(own) >= mostSharedOwn {
				most = mostSharedOwn
			}
			return fault.Validation().Field("name", "sharedView.tooMany", map[string]any{"max": most})
		}
		if err := s.saveShared(ctx, nil, &v); err != nil {
			return err
		}
		out = answered(ctx, r, v)
		return nil
	})
	return out, err
}

// checked holds a view that is written against the list, and gives it the spelling in which it is kept.
func (s *Service) checked(ctx context.Context, name string, v *View) (resource.Resource, error) {
	if err := s.Recheck(ctx, role.From(ctx)); err != nil {
		return nil, err
	}
	r, err := s.list(ctx, name)
	if err != nil {
		return nil, err
	}
	v.Name, v.Density = strings.TrimSpace(v.Name), cmp.Or(v.Density, Comfortable)
	v.Columns = append([]string{}, v.Columns...)
	bad := fault.Validation()
	if v.Name == "" {
		bad.Field("name", "validation.required", nil)
	}
	if v.Role != nil && !v.Role.Valid() {
		bad.Field("role", "validation.oneOf", map[string]any{"values": enum.Strings(role.All)})
	}
	if err := bad.OrNil(); err != nil {
		return nil, err
	}
	saved, err := v.savedView()
	if err != nil {
		return nil, err
	}
	return r, r.CheckView(ctx, saved)
}

// refuseUsedName refuses a name that its owner has given another view of the list.
func refuseUsedName(others []SharedView, v SharedView) error {
	isDuplicate := slices.ContainsFunc(others, func(o SharedView) bool {
		return o.ID != v.ID && o.OwnerID == v.OwnerID && o.Name == v.Name
	})
	if isDuplicate {
		return fault.New(fault.Conflict, "DUPLICATE", "another view has this name").Field("name", "panel.view.taken", nil)
	}
	return nil
}

// updateShared renames a shared view, changes what it shows and with whom it is shared: by its owner alone. NOT_FOUND
// for what is not shared with the caller, FORBIDDEN for others, STALE_VERSION, DUPLICATE as for a new one.
func (s *Service) updateShared(ctx context.Context, in changing) (out SharedView, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		r, err := s.checked(ctx, in.Resource, &in.View)
		if err != nil {
			return err
		}
		was, err := s.sharedView(ctx, r, in.byID)
		if err != nil {
			return err
		}
		if !isOwner(role.From(ctx), was) {
			return fault.New(fault.Denied, "FORBIDDEN", "only its owner changes a shared view")
		}
		others, err := s.loadShared(ctx, "resource = $1", in.Resource)
		if err != nil {
			return err
		}
		v := was
		v.View, v.OwnerName = in.View, role.From(ctx).Name
		if err := refuseUsedName(others, v); err != nil {
			return err
		}
		if !reflect.DeepEqual(v.View, was.View) {
			err = s.saveShared(ctx, &was, &v)
		}
		out = answered(ctx, r, v)
		return err
	})
	return out, err
}

// withdraw ends the sharing of a view: by its owner, or whoever administers accounts. NOT_FOUND for what is not shared
// with the caller, FORBIDDEN for others, STALE_VERSION.
func (s *Service) withdraw(ctx context.Context, in byID) (resource.None, error) {
	return resource.None{}, s.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.Recheck(ctx, role.From(ctx)); err != nil {
			return err
		}
		r, err := s.list(ctx, in.Resource)
		if err != nil {
			return err
		}
		v, err := s.sharedView(ctx, r, in)
		if err != nil {
			return err
		}
		if !answered(ctx, r, v).CanWithdraw {
			return resource.Forbidden(role.AdminUserWrite)
		}
		return s.deleteShared(ctx, v)
	})
}

// sharedView is a view that is written, as it stands. NOT_FOUND, STALE_VERSION.
func (s *Service) sharedView(ctx context.Context, r resource.Resource, in byID) (SharedView, error) {
	found, err := s.loadShared(ctx, "id = $1 AND resource = $2"+s.DB.Lock(ctx), in.ID, in.Resource)
	if err != nil {
		return SharedView{}, err
	}
	isShown := false
	if len(found) > 0 {
		isShown, err = shows(ctx, r, found[0])
	}
	if err != nil {
		return SharedView{}, err
	}
	if !isShown {
		return SharedView{}, fault.New(fault.NotFound, "NOT_FOUND", "no shared view %d", in.ID)
	}
	v := found[0]
	if base, _, isStale := resource.MatchVersion(in.IfMatch, v.Version); isStale {
		return v, fault.New(fault.Conflict, "STALE_VERSION", "the view is at version %d", v.Version).
			With("current", answered(ctx, r, v)).With("yourBase", base)
	}
	return v, nil
}
