import { expect, it, vi } from 'vitest';
import type { Text } from '../../providers/content';
import { HttpError } from '../../providers/httpError';
import { type Change, Conflict } from './calls';
import { createDesk, type Work } from './desk';

const cell = { client: 0, locale: 'de', messageKey: 'a.b' };
const text = (messageValue: string): Text => ({
  id: 7,
  locale: 'de',
  messageKey: 'a.b',
  messageValue,
  state: 'TRANSLATED',
  dateUpdated: '2026-01-01T00:00:00.000Z',
});
const change = (value: string): Change => ({ ...cell, value, base: text('alt') });

/** What a browser keeps over a reload. */
const storage = () => {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
};

const only = (works: ReadonlyMap<string, Work>) => [...works.values()][0];

it('tells how a text fares from the sending on', async () => {
  let answer = (_: Text) => {};
  const desk = createDesk({ person: '1', storage: storage(), save: () => new Promise(done => (answer = done)) });
  const seen: Text[] = [];
  desk.onSaved(saved => seen.push(saved));
  const sent = desk.send(change('neu'));
  expect(only(desk.works())?.status).toBe('saving');
  answer(text('neu'));
  await sent;
  expect(only(desk.works())?.status).toBe('saved');
  expect(seen).toEqual([text('neu')]);
  desk.forgetSaved();
  expect(desk.works().size).toBe(0);
});

it('keeps a text that failed through a reload, and one whose answer never came', async () => {
  const remaining = storage();
  const refused = new HttpError(422, { code: 'VALIDATION', messages: ['validation.max'] });
  const first = createDesk({ person: '1', storage: remaining, save: () => Promise.reject(refused) });
  await first.send(change('zu lang'));
  expect(only(first.works())).toMatchObject({
    status: 'failed',
    isTransient: false,
    sayings: [{ key: 'validation.max' }],
  });
  const second = createDesk({ person: '1', storage: remaining, save: () => new Promise(() => {}) });
  expect(only(second.works())).toMatchObject({ status: 'failed', value: 'zu lang', isTransient: false });
  void second.send(change('unterwegs'));
  const third = createDesk({ person: '1', storage: remaining, save: async () => text('unterwegs') });
  expect(only(third.works())).toMatchObject({ status: 'failed', value: 'unterwegs', isTransient: true });
  expect(createDesk({ person: '2', storage: remaining, save: vi.fn() }).works().size).toBe(0);
  void third.retry();
  await vi.waitFor(() => expect(only(third.works())?.status).toBe('saved'));
  expect(createDesk({ person: '1', storage: remaining, save: vi.fn() }).works().size).toBe(0);
});

it('sends again only what did not reach the service', async () => {
  const save = vi.fn(() => Promise.reject(new HttpError(409, { code: 'DUPLICATE' })));
  const desk = createDesk({ person: '1', storage: storage(), save });
  await desk.send(change('neu'));
  await desk.retry();
  expect(save).toHaveBeenCalledTimes(1);
});

it('shows what somebody else wrote, and goes on from it or takes it', async () => {
  const save = vi.fn<(change: Change) => Promise<Text>>().mockRejectedValueOnce(new Conflict(text('ihrer'), null));
  const desk = createDesk({ person: '1', storage: storage(), save });
  await desk.send(change('meiner'));
  expect(only(desk.works())).toMatchObject({ status: 'failed', current: text('ihrer') });
  const used: Text[] = [];
  desk.onSaved(saved => used.push(saved));
  desk.takeTheirs(cell);
  expect([desk.works().size, used]).toEqual([0, [text('ihrer')]]);
});

it('does not let an old answer speak for what was typed since', async () => {
  const answers: ((saved: Text) => void)[] = [];
  const desk = createDesk({ person: '1', storage: storage(), save: () => new Promise(done => answers.push(done)) });
  const first = desk.send(change('eins'));
  void desk.send(change('zwei'));
  answers[0]?.(text('eins'));
  await first;
  expect(only(desk.works())).toMatchObject({ status: 'saving', value: 'zwei' });
});

it('asks a service that is away with one text at a time, and sends them all once it is back', async () => {
  const away = () => Promise.reject(new HttpError(0, { code: 'NETWORK' }));
  const save = vi.fn<(change: Change) => Promise<Text>>(away);
  const desk = createDesk({ person: '1', storage: storage(), save });
  for (const messageKey of ['a', 'b', 'c']) await desk.send({ ...change('neu'), messageKey });
  save.mockClear();
  await Promise.all([desk.retry(), desk.retry()]);
  expect(save).toHaveBeenCalledTimes(1);
  save.mockImplementation(async () => text('neu'));
  await desk.retry();
  expect([...desk.works().values()].map(({ status }) => status)).toEqual(['saved', 'saved', 'saved']);
});
