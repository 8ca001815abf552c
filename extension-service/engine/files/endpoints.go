package files

import (
	"cmp"
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

var (
	canRead  = []role.Permission{role.ResourceRead}
	canWrite = []role.Permission{role.ResourceWrite}

	uploadBody = &field.Schema{"type": "object", "required": []string{"resource"}, "properties": field.Schema{
		"resource": field.Schema{"type": "string", "contentEncoding": "binary"},
		"allowedMimeType": field.Schema{
			"type": "array", "items": field.Schema{"type": "string"},
			"description": "what the file may be, such as image/* or application/pdf",
		},
		"freelancerId": field.Schema{
			"type":        "integer",
			"description": "the freelancer it is about: it goes when that person is forgotten",
		},
	}}
)

// Endpoints are the calls of uploads and images; those of the catalogue come with its declaration.
func (s *Service) Endpoints() []resource.Endpoint {
	described := field.SchemaOf(typeOfResource)
	return []resource.Endpoint{
		{
			Name: "resource.create", Method: "POST", Path: "/api/resource", Needs: canWrite,
			Handle: resource.HandleRequest(s.post),
			Status: 201, Idempotent: true, BodyLimit: uploadLimit, Upload: true, Body: uploadBody, Answer: &described,
		},
		{
			Name: "resource.meta", Method: "GET", Path: "/api/resource/{id}/meta", Needs: canRead,
			Handle: resource.Handle(s.meta),
		},
		{
			Name: "resource.download", Method: "GET", Path: "/api/resource/{id}", Needs: canRead, Media: "*/*", Unchanged: true,
			Parts: true, Handle: resource.Handle(s.download),
		},
		{
			Name: "resource.delete", Method: "DELETE", Path: "/api/resource/{id}", Needs: canWrite,
			Handle: resource.Handle(s.delete),
		},
		{
			Name: "resource.show", Method: "GET", Path: "/api/resource/{id}/{x}", Needs: canRead, Media: "*/*", Unchanged: true,
			Parts: true, Handle: resource.Handle(s.serveAs),
		},
		{
			Name: "resource.ticket", Method: "POST", Path: "/api/resource/{id}/ticket", Needs: canRead,
			Handle: resource.Handle(s.ticket),
		},
		{
			Name: "image.show", Method: "GET", Path: "/api/image/{id}", Public: true, Media: "*/*", Unchanged: true, Parts: true,
			Handle: resource.Handle(s.image),
		},
	}
}

type imageInput struct {
	ID     string `path:"id" json:"id" check:"required,max=64"`
	Width  *int64 `query:"w" json:"w" check:"minvalue=16,maxvalue=2048"`
	Height *int64 `query:"h" json:"h" check:"minvalue=16,maxvalue=2048"`
	Fit    Fit    `query:"fit" json:"fit"`
}

const (
	step    = 16 // the sides of variants are multiples of it, so that nobody has every size made
	forever = "max-age=31536000, immutable"
)

// image answers an image for a page: those of the catalogue and clients' logos to everybody, others within the reach of
// the caller. Nobody is told whether there is another one.
func (s *Service) image(ctx context.Context, in imageInput) (any, error) {
	bad := fault.Validation()
	v := Variant{
		Width: in.sideLength("w", in.Width, bad), Height: in.sideLength("h", in.Height, bad),
		Fit: cmp.Or(in.Fit, Cover),
	}
	if err := bad.OrNil(); err != nil {
		return nil, err
	}
	r, isPublic, err := s.visibleImage(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	reply := resource.ReplyOf(ctx)
	reply.SetHeader("Cache-Control", "public, "+forever)
	if !isPublic { // whoever signs in next at this browser has another token
		reply.SetHeader("Cache-Control", "private, "+forever)
		reply.SetHeader("Vary", "Authorization")
	}
	reply.SetHeader("Content-Security-Policy", sandbox)
	reply.SetHeader("Content-Disposition", attachment("inline", r.Name))
	if v.Width == 0 && v.Height == 0 {
		return nil, s.bytesOf(ctx, r)
	}
	return nil, s.variant(ctx, r, v)
}

// sideLength is a wanted side, 0 for none.
func (imageInput) sideLength(name string, n *int64, bad *fault.Error) int {
	if n == nil {
		return 0
	}
	if *n%step != 0 {
		bad.Field(name, "validation.multiple", map[string]any{"of": step})
	}
	return int(*n)
}

// visibleImage finds an image that the caller may see, and says whether everybody may.
func (s *Service) visibleImage(ctx context.Context, id string) (r Resource, isPublic bool, err error) {
	uses, err := s.uses(ctx, id)
	if err != nil {
		return r, false, err
	}
	find := s.Get
	if isPublic = s.public(uses); isPublic {
		find = s.find
	}
	r, err = find(ctx, id)
	who := role.From(ctx)
	if fault.KindOf(err) == fault.Denied || err == nil && (!r.Image() || !isPublic && who.Confined()) {
		err = unknown(id)
	}
	return r, isPublic, err
}
