// The numbers of Punycode, RFC 3492.
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const firstBias = 72;
const firstCode = 128;

const adapted = (delta: number, size: number, isFirst: boolean) => {
  let rest = isFirst ? Math.floor(delta / damp) : Math.floor(delta / 2);
  rest += Math.floor(rest / size);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
};

const digitOf = (letter: string) => (/\d/.test(letter) ? Number(letter) + tMax : letter.charCodeAt(0) - 97);

/** The letters that a label stands for which begins with xn--. */
const decoded = (label: string) => {
  const at = label.lastIndexOf('-');
  const out = [...label.slice(0, Math.max(at, 0))];
  let [n, i, bias] = [firstCode, 0, firstBias];
  const rest = [...label.slice(at + 1)];
  while (rest.length > 0) {
    const before = i;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(rest.shift() ?? '');
      const t = Math.min(Math.max(k - bias, tMin), tMax);
      i += digit * weight;
      if (!(digit >= t)) break;
      weight *= base - t;
    }
    bias = adapted(i - before, out.length + 1, before === 0);
    n += Math.floor(i / (out.length + 1));
    i %= out.length + 1;
    out.splice(i++, 0, String.fromCodePoint(n));
  }
  return out.join('');
};

/** An address as people read it: the service keeps domains in letters that every mail server knows. */
export const shownEmail = (address: string) => {
  const at = address.lastIndexOf('@');
  if (!address.slice(at + 1).includes('xn--')) return address;
  const labels = address.slice(at + 1).split('.');
  try {
    return address.slice(0, at + 1) + labels.map(l => (l.startsWith('xn--') ? decoded(l.slice(4)) : l)).join('.');
  } catch {
    return address;
  }
};
