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

const freelancer = { ...noResource, name: 'freelancer', route: '/freelancers' };

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

const people: Record<string, unknown> = {
  1: { hourRate: 90, currency: 'USD' },
  2: { dayRate: 640, currency: 'EUR' },
};

it('shows in its own currency what somebody asks for whose application has no rate yet', async () => {
  const applications = [
    { ...candidate(1, 'Ada Berg'), freelancerId: 1, currency: 'EUR', rateUnit: 'Hr', talentRate: null },
    { ...candidate(2, 'Bo Lind'), freelancerId: 2, currency: 'EUR', rateUnit: 'Day', talentRate: 600 },
  ];
  fakeService(({ path }) => {
    const id = path.split('/api/freelancer/')[1];
    if (id) return { body: people[id] };
    return { body: { results: path.includes('/compare') ? applications : [] } };
  });
  navigate('/applications/compare/1,2');
  render(
    <Panel meta={{ ...meta, permissions: ['rate.read'], resources: [...meta.resources, freelancer] }}>
      <ResourceContextProvider value="application">
        <Routes>
          <Route path="/applications/compare/:ids" element={<ComparePage />} />
        </Routes>
      </ResourceContextProvider>
    </Panel>,
  );
  expect(await screen.findByText('asks for $90.00 / h')).toBeInTheDocument();
  expect(screen.getByText(/^600\.00/)).toBeInTheDocument();
  expect(screen.queryByText(/640/)).toBeNull();
});
