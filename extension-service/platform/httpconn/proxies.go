package httpconn

import (
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the addresses whose forwarding headers are believed.
type Proxies []netip.Prefix

// ParseProxies reads addresses and networks. What is neither is passed over.
func ParseProxies(list []string) Proxies {
	var out Proxies
	for _, text := range list {
		if p, err := netip.ParsePrefix(text); err == nil {
			out = append(out, p)
		} else if a, err := netip.ParseAddr(text); err == nil {
			out = append(out, netip.PrefixFrom(a, a.BitLen()))
		}
	}
	return out
}

func (ps Proxies) trusts(ip string) bool {
	a, err := netip.ParseAddr(ip)
	return err == nil && ps.Contains(a)
}

// Contains says whether an address is a proxy's.
func (ps Proxies) Contains(a netip.Addr) bool {
	return slices.ContainsFunc(ps, func(p netip.Prefix) bool { return p.Contains(a.Unmap()) })
}

// ClientIP is the socket's address, or, behind trusted proxies, the last one of X-Forwarded-For that is not a proxy
// itself: what a client writes into the header stands further left and is never believed.
func (ps Proxies) ClientIP(socket, forwardedFor string) string {
	ip := socket
	if !ps.trusts(ip) {
		return ip
	}
	hops := strings.Split(forwardedFor, ",")
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

// IsSecure says whether the client, by the X-Forwarded-Proto of a proxy at the socket's address, asked by https: behind
// several proxies the first of the list, in any spelling.
func (ps Proxies) IsSecure(socket, forwardedProto string) bool {
	first, _, _ := strings.Cut(forwardedProto, ",")
	return ps.trusts(socket) && strings.EqualFold(strings.TrimSpace(first), "https")
}
