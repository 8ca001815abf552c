import { cleanup, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import panel from '../../../directus-schema/seed/en/panel.json';
import { HttpError } from '../providers/httpError';
import { adopt } from '../providers/session';
import { newTokens } from '../../test/token';
import { drawWith } from '../ui/ui.fixture';
import { ErrorMessage } from './ErrorMessage';

const texts: Record<string, string> = {
  ...panel,
  'boat.wet': 'It is wet.',
  'boat.lost': 'It was not kept.',
  'boat.full': '%{max} at most.',
};

const refused = (more: object = {}) =>
  new HttpError(422, { code: 'VALIDATION', messages: ['boat.wet'], requestId: '7f3a19c2-aaaa-bbbb', ...more });

const draw = (error: unknown, props: { retry?: () => void; say?: string } = {}) =>
  drawWith(<ErrorMessage error={error} {...props} />, texts);

it('says what the service said, and under which id it was logged', () => {
  draw(refused());
  expect(screen.getByText('It is wet.')).toBeVisible();
  expect(screen.getByText('7f3a19c2')).toBeVisible(); // its first part is enough to find it
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

it('lists several messages, each with its bounds', () => {
  draw(
    refused({
      messages: ['boat.wet', 'boat.full'],
      fieldErrors: { berths: ['boat.full'] },
      params: { berths: { 'boat.full': { max: 4 } } },
    }),
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['It is wet.', '4 at most.']);
});

it('says in its own words what failed, where it has some', () => {
  draw(refused(), { say: 'boat.lost' });
  expect(screen.getByText('It was not kept.')).toBeVisible();
  expect(screen.queryByText('It is wet.')).not.toBeInTheDocument();
});

it('says of what no service answered that something went wrong, and offers no details of it', () => {
  draw(new TypeError('x is undefined'));
  expect(screen.getByText(/^Something went wrong on our side/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('gives the whole id, what was refused and where, to whoever asks for help', async () => {
  const user = draw(refused());
  await user.click(screen.getByRole('button', { name: 'Copy details' }));
  expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({
    ...{ requestId: '7f3a19c2-aaaa-bbbb', status: 422, code: 'VALIDATION', messages: ['boat.wet'] },
    page: location.pathname,
  });
});

it('tries again where that helps', async () => {
  const retry = vi.fn();
  const user = draw(new TypeError('no connection'), { retry });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

it('leads to all that is known of the request whoever may read it, and nobody else', () => {
  adopt(newTokens(900, { internal: { roles: ['b'], permissions: ['audit.read'] } }));
  draw(refused());
  expect(screen.getByRole('link', { name: '7f3a19c2' })).toHaveAttribute('href', '/support/7f3a19c2-aaaa-bbbb');
  cleanup();
  adopt(newTokens(900, { internal: { roles: ['a'], permissions: ['project.read'] } }));
  draw(refused());
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
