/** What the messages about a field mention, by dotted path and message. */
export type Bounds = Record<string, Record<string, Record<string, unknown>>>;

/** The error body every call of the service answers. */
export interface Problem {
  code?: string;
  messages?: string[];
  fieldErrors?: Record<string, string[]>;
  params?: Bounds;
  requestId?: string;
  details?: Record<string, unknown>;
  missing?: string[];
}

/** A text key and what its text mentions. */
export interface Saying {
  key: string;
  params: Record<string, unknown>;
}

/** Messages with what they mention, which is said of one field or of the whole. */
export const sayings = (messages: string[], params: Bounds, facts: Record<string, unknown> = {}): Saying[] => {
  const bounds = Object.values(params);
  return messages.map(key => ({ key, params: bounds.find(each => key in each)?.[key] ?? facts }));
};

/** A refusal of the service, or its silence: then the status is 0. Its messages are text keys. */
export class HttpError extends Error {
  readonly code: string;
  readonly messages: string[];
  readonly fieldErrors: Record<string, string[]>;
  readonly params: Bounds;
  readonly details: Record<string, unknown>;
  readonly requestId: string;
  /** The permissions of which one would have been enough. */
  readonly missing: string[];
  /** Seconds the service asks to wait; 0 when it does not say. */
  readonly retryAfter: number;

  constructor(
    readonly status: number,
    problem: Problem,
    retryAfter = 0,
  ) {
    super(problem.messages?.[0] ?? 'error.generic');
    this.name = 'HttpError';
    this.code = problem.code ?? '';
    this.messages = problem.messages?.length ? problem.messages : ['error.generic'];
    this.fieldErrors = problem.fieldErrors ?? {};
    this.params = problem.params ?? {};
    this.details = problem.details ?? {};
    this.requestId = problem.requestId ?? '';
    this.missing = problem.missing ?? [];
    this.retryAfter = retryAfter;
  }

  /** Whether the same call may succeed a moment later: nothing was wrong with what it said. */
  get isTransient() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** Its messages with what they mention: the bounds of a field, or the facts of the refusal. */
  get sayings(): Saying[] {
    return sayings(this.messages, this.params, this.details);
  }

  /** The first thing the service says against a field of the request, by dotted path. */
  sayingOf(path: string): Saying | undefined {
    const key = this.fieldErrors[path]?.[0];
    return key === undefined ? undefined : { key, params: this.params[path]?.[key] ?? {} };
  }

  /** The body as react-admin's forms read it. */
  get body() {
    return { errors: this.fieldErrors };
  }
}
