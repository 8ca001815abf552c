import { noticeEndedRight } from './endedRight';
import { HttpError, type Problem } from './httpError';
import { accessToken, renewSession } from './session';
import { noticeMessages } from './messageVersion';
import { isProved } from './proof';
import { newRequestId } from './requestId';
import { traceparent } from './trace';
import { track } from './traffic';
import { viewHeaders } from './viewAs';

/** What may accompany a call. */
interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | null;
  /** Public calls carry no token and are not repeated with a fresh one. */
  isPublic?: boolean;
}

/** The answer to a call, its body read. */
export interface Answer<T> {
  data: T;
  headers: Headers;
  status: number;
}

/** A list answer of the service. */
export interface Page<T> {
  results: T[];
  totalResults: number;
}

/** Who calls, and the id under which the call is logged. */
export interface Identity {
  token: string;
  requestId: string;
}

/**
 * Calls the service. A 401 is answered by one silent refresh and a second try, REAUTHENTICATE by asking who is there
 * and a second try; any other refusal is thrown.
 */
export const request = <T>(method: string, path: string, options: Options = {}): Promise<Answer<T>> =>
  underWay({ method, signal: options.signal }, async (signal, requestId) => {
    const call = (token: string) => send(method, path, { ...options, signal }, { token, requestId });
    return read<T>(await (options.isPublic ? call('') : signed(call)), requestId);
  });

/** A `fetch` for libraries that speak to the service in words of their own: signed, repeated and refused as `request` does it. */
export const signedFetch = (path: string, init: RequestInit = {}): Promise<Response> =>
  underWay(init, async (signal, requestId) => {
    const response = await signed(token => dispatch(path, { ...init, signal }, { token, requestId }));
    if (!response.ok) await read(response, requestId); // throws what the service refuses
    noticeMessages(response.headers.get('x-messages'));
    return response;
  });

let reads = new AbortController();

/** Gives up what is being read, and reads nothing, while somebody signs out: the service would refuse it, and nobody waits for it. */
export const readingNothing = async (signOut: () => Promise<void>) => {
  reads.abort();
  try {
    await signOut();
  } finally {
    reads = new AbortController();
  }
};

/** Counts a call as running. A read that is given up answers nothing, not even an error: its screen is about to go. */
const underWay = async <T>(
  { method = 'GET', signal }: Pick<RequestInit, 'method' | 'signal'>,
  call: (signal: AbortSignal | null, requestId: string) => Promise<T>,
): Promise<T> => {
  const over = method === 'GET' ? reads.signal : undefined;
  const done = track();
  try {
    const ends = over && signal ? AbortSignal.any([over, signal]) : (over ?? signal ?? null);
    const attempt = () => call(ends, newRequestId());
    return await attempt().catch(async (cause: unknown) => {
      if (wantsProof(cause) && (await isProved())) return attempt();
      throw cause;
    });
  } catch (cause) {
    if (over?.aborted) return new Promise<T>(() => {});
    throw cause;
  } finally {
    done();
  }
};

const wantsProof = (cause: unknown) => cause instanceof HttpError && cause.code === 'REAUTHENTICATE';

const signed = async (call: (token: string) => Promise<Response>) => {
  const token = await accessToken();
  const first = await call(token);
  return first.status === 401 && (await renewSession(token)) ? call(await accessToken()) : first;
};

const send = (method: string, path: string, options: Options, identity: Identity) => {
  const headers = new Headers({ accept: 'application/json', ...options.headers });
  if (options.body !== undefined && !(options.body instanceof FormData))
    headers.set('content-type', 'application/json');
  return dispatch(path, { method, headers, body: encode(options.body), signal: options.signal ?? null }, identity);
};

const dispatch = (path: string, init: RequestInit, { token, requestId }: Identity) => {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(viewHeaders())) headers.set(name, value);
  headers.set('accept-language', document.documentElement.lang); // the one that the panel is shown in, not the browser's
  headers.set('x-requested-with', 'admin-panel');
  headers.set('x-request-id', requestId);
  headers.set('traceparent', traceparent());
  if (token) headers.set('authorization', `Bearer ${token}`);
  return fetch(path, { ...init, headers }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new HttpError(0, { code: 'NETWORK', messages: ['error.network'], requestId });
  });
};

const encode = (body: unknown) => {
  if (body === undefined) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
};

const read = async <T>(response: Response, requestId: string): Promise<Answer<T>> => {
  noticeMessages(response.headers.get('x-messages'));
  const text = await response.text();
  const json: unknown = isJson(response) && text ? JSON.parse(text) : undefined;
  if (response.ok || response.status === 304) {
    // The service is trusted to answer what its contract says; the caller names the type.
    return { data: json as T, headers: response.headers, status: response.status };
  }
  const problem = (json ?? {}) as Problem; // any error body, checked field by field in the constructor
  const retryAfter = Number(response.headers.get('retry-after') ?? 0) || 0;
  const refusal = new HttpError(response.status, { ...problem, requestId: problem.requestId ?? requestId }, retryAfter);
  noticeEndedRight(refusal);
  throw refusal;
};

const isJson = (response: Response) => /[/+]json/.test(response.headers.get('content-type') ?? '');
