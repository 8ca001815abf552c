import { type Identity } from './http';
import { HttpError } from './httpError';
import { accessToken, renewSession } from './session';
import { traceparent } from './trace';
import { viewHeaders } from './viewAs';
import type { StoredFile } from '../generated/answers';

interface Options {
  /** What it may turn out to be, such as image/png; the service looks at the bytes. */
  allowed?: readonly string[] | undefined;
  /** The freelancer it is about: it goes when that person is forgotten, also when it was never saved with a record. */
  about?: number | undefined;
  /** Told how much has gone, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends a file and says how far it is. A 401 is answered by one silent refresh, as with every other call. */
export const upload = async (file: File, options: Options = {}): Promise<StoredFile> => {
  const token = await accessToken();
  const requestId = crypto.randomUUID();
  const first = await send(file, options, { token, requestId });
  const isStale = first.status === 401 && (await renewSession(token));
  return read(isStale ? await send(file, options, { token: await accessToken(), requestId }) : first, requestId);
};

/** The browser tells the progress of a request only here; fetch is silent. */
const send = (file: File, { allowed = [], about, onProgress, signal }: Options, { token, requestId }: Identity) =>
  new Promise<XMLHttpRequest>((resolve, reject) => {
    const call = new XMLHttpRequest();
    const form = new FormData();
    for (const type of allowed) form.append('allowedMimeType', type);
    if (about) form.append('freelancerId', String(about));
    form.append('resource', file, file.name);
    call.open('POST', '/api/resource');
    call.setRequestHeader('accept', 'application/json');
    call.setRequestHeader('x-requested-with', 'admin-panel');
    call.setRequestHeader('x-request-id', requestId);
    call.setRequestHeader('traceparent', traceparent());
    for (const [name, value] of Object.entries(viewHeaders())) call.setRequestHeader(name, value);
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`);
    call.upload.onprogress = event => event.lengthComputable && onProgress?.(event.loaded / event.total);
    call.onload = () => resolve(call);
    call.onerror = () => reject(new HttpError(0, { code: 'NETWORK', messages: ['error.network'], requestId }));
    call.onabort = () => reject(new DOMException('the upload was given up', 'AbortError'));
    signal?.addEventListener('abort', () => call.abort());
    call.send(form);
  });

const read = (call: XMLHttpRequest, requestId: string): StoredFile => {
  const answer: unknown = parse(call.responseText);
  if (call.status === 201) return answer as StoredFile; // the service answers what its contract says
  throw new HttpError(call.status, { requestId, ...((answer ?? {}) as object) }); // any error body, checked field by field there
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a proxy's page
  }
};
