import { Profiler } from 'react';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noMeta, noResource, Panel } from '../../test/Panel';
import { fakeService } from '../../test/service';
import { navigate } from '../router/history';
import { Screens } from './Screens';

afterEach(() => vi.unstubAllGlobals());

const meta = {
  ...noMeta,
  groups: [
    {
      name: 'users',
      segment: 'boats',
      route: '',
      entries: [{ name: 'boats', label: 'menu.users', route: '/boats/list' }],
    },
  ],
  resources: [{ ...noResource, name: 'boat', route: '/boats/list' }],
};

it('are drawn once: the resources are known before, and none is declared afterwards', async () => {
  act(() => navigate('/nowhere'));
  fakeService(() => ({ body: { results: [] } }));
  const drawn = vi.fn();
  render(
    <Panel meta={meta}>
      <Profiler id="screens" onRender={drawn}>
        <Screens />
      </Profiler>
    </Panel>,
  );
  await act(async () => undefined);
  expect(screen.getByRole('heading', { name: 'This page could not be found' })).toBeVisible();
  expect(drawn.mock.calls.map(([, phase]) => phase)).toEqual(['mount']);
});
