interface MemoEntry<T> {
  value: T;
  until: number;
}

/** Keeps what was built last: at most so many, and none longer than so many ms. */
export class Memo<T> {
  private readonly kept = new Map<string, MemoEntry<T>>();

  constructor(
    private readonly limit: number,
    private readonly lifetime: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** The value under the key, built anew when it is not kept. */
  get(key: string, build: () => T): T {
    const found = this.kept.get(key);
    const fresh = found && found.until > this.now() ? found : { value: build(), until: this.now() + this.lifetime };
    this.kept.delete(key);
    this.kept.set(key, fresh); // a map keeps the order of insertion: what was used last stands at the end
    const oldest = this.kept.keys().next();
    if (this.kept.size > this.limit && !oldest.done) this.kept.delete(oldest.value);
    return fresh.value;
  }
}
