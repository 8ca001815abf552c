import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Unreachable } from './Unreachable';

afterEach(() => vi.unstubAllGlobals());

const answerReadiness = (answer: () => Promise<unknown>) => vi.stubGlobal('fetch', vi.fn(answer));

const checked = (checks: object, details?: object) => () =>
  Promise.resolve(new Response(JSON.stringify({ checks, details }), { status: 503 }));

it('says that the service does not answer where it does not', async () => {
  answerReadiness(() => Promise.reject(new TypeError('Failed to fetch')));
  render(<Unreachable />);
  expect(await screen.findByRole('heading', { name: 'The service does not answer' })).toBeInTheDocument();
});

it.each([
  ['DATABASE_GONE', 'The database of the service is gone'],
  ['DATABASE_DAMAGED', 'The database of the service is damaged'],
  ['', 'The service cannot reach its database'],
])('says what is wrong with a service that answers (%s)', async (code, title) => {
  answerReadiness(checked({ jobs: 'ok', database: 'down' }, code ? { database: code } : undefined));
  render(<Unreachable />);
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
});
