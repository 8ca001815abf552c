import { act, render, screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noMeta, Panel } from '../../test/Panel';
import { fakeService, type Reply } from '../../test/service';
import { newTokens } from '../../test/token';
import { Sidebar } from '../layout/Sidebar';
import { MetaContext, type Meta } from '../meta';
import type { Claims } from './claims';
import { request } from './http';
import { metadataQuery } from './metadata';
import { adopt, drop } from './session';
import { useSession } from './useSession';

const projects: Meta = {
  ...noMeta,
  groups: [
    {
      name: 'projects',
      segment: 'projects',
      entries: [{ name: 'projectList', label: 'menu.projectList', route: '/projects/list' }],
    },
  ],
};

const holding = (...permissions: string[]) => newTokens(900, { internal: { roles: ['a'], permissions } });

/** The menu by the permissions of the token. */
const Known = ({ claims }: { claims: Claims }) => {
  const { data } = useQuery(metadataQuery(claims.sub, claims.internal.permissions));
  return data ? (
    <MetaContext value={data}>
      <Sidebar />
    </MetaContext>
  ) : null;
};

const Menu = () => {
  const session = useSession();
  return session.state === 'in' ? <Known claims={session.claims} /> : null;
};

/** A service in which the right to see projects has ended, which only a new token says. */
const ended = (missing: string[], next = holding('pool.read')) => {
  let isRenewed = false;
  return fakeService(({ path }): Reply => {
    if (path === '/api/meta') return { body: isRenewed ? noMeta : projects };
    if (path === '/api/refreshToken') {
      isRenewed = true;
      return { body: next };
    }
    return { status: 403, body: { code: 'FORBIDDEN', messages: ['error.forbidden'], missing } };
  });
};

const refused = () => act(() => request('GET', '/api/project').catch(() => undefined));
const refreshes = (calls: { path: string }[]) => calls.filter(({ path }) => path === '/api/refreshToken').length;

beforeEach(() => {
  drop(); // whoever asked for a token in another file
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  act(() => drop());
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets the time pass in which no second refresh is asked for. */
const later = () => act(() => vi.advanceTimersByTimeAsync(10_000));

it('takes an entry out of the menu as soon as a call is refused for it', async () => {
  const calls = ended(['project.read']);
  act(() => adopt(holding('project.read', 'pool.read')));
  render(
    <Panel meta={noMeta}>
      <Menu />
    </Panel>,
  );
  await screen.findByRole('link', { name: 'Project list' });
  await refused();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Project list' })).toBeNull());
  expect(refreshes(calls)).toBe(1);
});

it('asks once in ten seconds, however often it is refused', async () => {
  await later();
  const calls = ended(['project.read'], holding('project.read'));
  act(() => adopt(holding('project.read')));
  for (let n = 0; n < 5; n++) await refused();
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(refreshes(calls)).toBe(1);
});

it.each([
  ['the token does not allow it either', ['project.delete'], ''],
  ['the panel is seen as another role', ['project.read'], 'c'],
])('asks for no token when %s', async (_, missing, role) => {
  await later();
  if (role) sessionStorage.setItem('panel.viewAs', role);
  const calls = ended(missing);
  act(() => adopt(holding('project.read')));
  await refused();
  await later();
  expect(refreshes(calls)).toBe(0);
});
