import { accessToken, renewSession } from './session';
import { request } from './http';
import { HttpError } from './httpError';

/** Fetches bytes that only a signed-in person may see, for showing them: images carry no token of their own. */
export const fetchBytes = async (path: string, signal: AbortSignal): Promise<Blob> => {
  const token = await accessToken();
  const first = await requestBytes(path, token, signal);
  const isStale = first.status === 401 && (await renewSession(token));
  const answer = isStale ? await requestBytes(path, await accessToken(), signal) : first;
  if (!answer.ok) throw new HttpError(answer.status, {});
  return answer.blob();
};

const requestBytes = (path: string, token: string, signal: AbortSignal) =>
  fetch(path, { signal, headers: token ? { authorization: `Bearer ${token}` } : {} });

const shownFor = 60_000;

/**
 * Shows a document in a tab of its own, which must be opened at once: later no browser believes that somebody asked for
 * it. Where tabs are held back the file is handed over for keeping.
 */
export const showDocument = async (find: () => Promise<string>) => {
  const tab = window.open('', '_blank');
  try {
    const id = await find();
    if (!tab) return await download(id);
    const url = URL.createObjectURL(await fetchBytes(`/api/resource/${id}/inline`, new AbortController().signal));
    tab.location.replace(url);
    setTimeout(() => URL.revokeObjectURL(url), shownFor);
  } catch (cause) {
    tab?.close();
    throw cause;
  }
};

/** Hands a file to the browser for keeping, by a link that works once. */
export const download = async (id: string) => {
  const { data } = await request<{ url: string }>('POST', `/api/resource/${id}/ticket`);
  handOver(data.url);
};

/** Lets the browser take a file: it names and stores it, and shows how far it is. */
export const handOver = (url: string) => {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
};
