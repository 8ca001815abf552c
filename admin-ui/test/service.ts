import { vi } from 'vitest';

/** One call as the service saw it. */
export interface Call {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

/** What it answers. */
export type Reply = { status?: number; body?: unknown; headers?: Record<string, string> };

/** Puts a service in place of the network: it answers by `reply` and keeps what it was asked. */
export const fakeService = (reply: (call: Call) => Reply | Promise<Reply>) => {
  const calls: Call[] = [];
  const answer = async (path: string | URL | Request, init: RequestInit = {}) => {
    const isJSON = typeof init.body === 'string' && /^[[{"]/.test(init.body);
    const body: unknown = isJSON ? JSON.parse(String(init.body)) : init.body;
    const call = { method: init.method ?? 'GET', path: String(path), headers: new Headers(init.headers), body };
    calls.push(call);
    const { status = 200, body: data, headers = {} } = await reply(call);
    const text = data === undefined ? null : JSON.stringify(data);
    return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  return calls;
};
