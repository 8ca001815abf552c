/** How long calls belong to what somebody did last, in milliseconds. What asks again and again later begins traces of its own. */
const lasts = 5000;

let trace = '';
let until = 0;

const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), byte => byte.toString(16).padStart(2, '0')).join('');

/** Begins to notice what somebody does: the calls that it causes are traced together. */
export const traceActions = () => {
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, () => (until = 0), { capture: true, passive: true });
};

/** Names the trace of what somebody has just done: the header traceparent of the calls that it causes. */
export const traceparent = () => {
  const now = performance.now();
  if (now >= until) [trace, until] = [hex(16), now + lasts];
  return `00-${trace}-${hex(8)}-01`;
};
