/** Gives every body a key of its own and the same body the same key, so that a second try cannot create twice. */
export const idempotencyKeys = () => {
  const keys = new Map<string, string>();
  return (body: string) => {
    const key = keys.get(body) ?? crypto.randomUUID();
    keys.set(body, key);
    return key;
  };
};
