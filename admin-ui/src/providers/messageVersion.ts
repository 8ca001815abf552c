const listeners = new Set<() => void>();
let known = '';
let heardAt = 0; // by performance.now(), which nobody can set

/** Takes the version of the messages that an answer named; whoever listens fetches them when it is a new one. */
export const noticeMessages = (version: string | null) => {
  if (!version) return;
  heardAt = performance.now();
  if (version === known) return;
  known = version;
  for (const listener of listeners) listener();
};

/** Remembers the version that is shown, without telling anybody. */
export const knowMessages = (version: string) => {
  known = version;
  heardAt = performance.now();
};

/** The version last heard of. */
export const messageVersion = () => known;

/** When an answer last named a version, in ms of performance.now(). */
export const messagesChangedAt = () => heardAt;

/** Calls back when the service speaks of another version. */
export const onMessages = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
