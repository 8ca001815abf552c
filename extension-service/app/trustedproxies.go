package app

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// proxies are the addresses whose forwarding headers are believed.
type proxies []netip.Prefix

func parseProxies(list []string) proxies {
	var out proxies
	for _, text := range list {
		if p, err := netip.ParsePrefix(text); err == nil {
			out = append(out, p)
		} else if a, err := netip.ParseAddr(text); err == nil {
			out = append(out, netip.PrefixFrom(a, a.BitLen()))
		}
	}
	return out
}

func (ps proxies) trusts(ip string) bool {
	a, err := netip.ParseAddr(ip)
	return err == nil && ps.holds(a)
}

func (ps proxies) holds(a netip.Addr) bool {
	return slices.ContainsFunc(ps, func(p netip.Prefix) bool { return p.Contains(a.Unmap()) })
}

// clientIP is the socket's address, or, behind trusted proxies, the last forwarded one that is not a proxy itself: what
// a client writes into the header stands further left and is never believed.
func (ps proxies) clientIP(c fiber.Ctx) string {
	ip := c.RequestCtx().RemoteIP().String()
	if !ps.trusts(ip) {
		return ip
	}
	hops := strings.Split(c.Get(fiber.HeaderXForwardedFor), ",")
	for _, hop := range slices.Backward(hops) {
		hop = strings.TrimSpace(hop)
		if _, err := netip.ParseAddr(hop); err != nil {
			break
		}
		if ip = strings.Clone(hop); !ps.trusts(hop) {
			break
		}
	}
	return ip
}

// secure says whether the browser's connection is https.
func (ps proxies) secure(c fiber.Ctx) bool {
	if c.RequestCtx().IsTLS() {
		return true
	}
	return ps.trusts(c.RequestCtx().RemoteIP().String()) && c.Get(fiber.HeaderXForwardedProto) == "https"
}
