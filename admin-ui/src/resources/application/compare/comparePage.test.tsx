import { ResourceContextProvider } from 'ra-core';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noMeta, noResource, Panel } from '../../../../test/Panel';
import { fakeService, type Reply } from '../../../../test/service';
import { navigate } from '../../../router/history';
import { Route, Routes } from '../../../router/Routes';
import { ComparePage } from './ComparePage';

afterEach(() => vi.unstubAllGlobals());

const meta = { ...noMeta, resources: [{ ...noResource, name: 'application', route: '/applications' }] };

const candidate = (id: number, freelancerName: string) => ({ id, freelancerName, handle: `a-${id}`, version: 1 });

it('says how many lines are the same for all only once the candidates are there', async () => {
  let answer: (reply: Reply) => void = () => undefined;
  const candidates = new Promise<Reply>(resolve => {
    answer = resolve;
  });
  fakeService(({ path }) => (path.includes('/compare') ? candidates : { body: { results: [] } }));
  navigate('/applications/compare/1,2');
  render(
    <Panel meta={meta}>
      <ResourceContextProvider value="application">
        <Routes>
          <Route path="/applications/compare/:ids" element={<ComparePage />} />
        </Routes>
      </ResourceContextProvider>
    </Panel>,
  );
  await screen.findByRole('heading', { name: /2/ });
  expect(screen.queryByText(/are the same for all/)).toBeNull();
  answer({ body: { results: [candidate(1, 'Ada Berg'), candidate(2, 'Bo Lind')] } });
  expect(await screen.findByRole('link', { name: 'Ada Berg' })).toBeInTheDocument();
  expect(screen.getByText(/are the same for all/)).toBeInTheDocument();
});
