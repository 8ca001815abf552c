type Translate = (key: string, params?: object) => string;

/** The first of some texts that exists. They need not: none of them is taken for missing. */
export const textIfAny = (t: Translate, keys: readonly string[], params: object = {}) => {
  for (const key of keys) {
    const text = t(key, { ...params, _: key });
    if (text !== key) return text;
  }
  return undefined;
};
