import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Link } from './Link';
import { currentLocation, navigate } from './history';
import { Outlet, Route, Routes } from './Routes';
import { useParams } from './useParams';
import { useSearch } from './useSearch';

const go = (to: string) => act(() => navigate(to));
beforeEach(() => go('/'));

const Id = () => <p>record {useParams()['id']}</p>;

const List = () => (
  <>
    <p>list</p>
    <Routes>
      <Route path="create" element={<p>new</p>} />
      <Route path=":id" element={<Id />} />
    </Routes>
  </>
);

const Site = () => (
  <Routes>
    <Route path="/projects/list/*" element={<List />} />
    <Route path="/outer" element={<Outlet />}>
      <Route path="inner" element={<p>inner</p>} />
    </Route>
    <Route path="*" element={<p>nothing here</p>} />
  </Routes>
);

describe('Routes', () => {
  it('keeps the list while a dialog has an address of its own', () => {
    render(<Site />);
    go('/projects/list/7?page=2&per-page=5');
    expect(screen.getByText('list')).toBeInTheDocument();
    expect(screen.getByText('record 7')).toBeInTheDocument();
  });

  it('prefers the word to the parameter', () => {
    render(<Site />);
    go('/projects/list/create');
    expect(screen.getByText('new')).toBeInTheDocument();
    expect(screen.queryByText(/record/)).toBeNull();
  });

  it('shows nested routes in the outlet, and the rest for what is unknown', () => {
    render(<Site />);
    go('/outer/inner');
    expect(screen.getByText('inner')).toBeInTheDocument();
    go('/elsewhere');
    expect(screen.getByText('nothing here')).toBeInTheDocument();
  });
});

const goBack = () =>
  act(async () => {
    const arrived = new Promise(resolve => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await arrived;
  });

describe('going back', () => {
  it('means the first state of the list when its address says nothing', async () => {
    go('/projects/list');
    go('/projects/list?page=2&per-page=5');
    await goBack();
    expect(location.search).toBe('');
    expect(currentLocation().search).toBe('?filter=%7B%7D');
  });

  it('leaves a list reached from elsewhere as it was kept', async () => {
    go('/projects/list');
    go('/dashboard?page=2&per-page=5');
    await goBack();
    expect(currentLocation().search).toBe('');
  });
});

describe('Link', () => {
  it('shows the address of the address bar and goes there in the dialect of react-admin', async () => {
    render(<Link to="/projects/list?page=2&perPage=25">next</Link>);
    const link = screen.getByRole('link', { name: 'next' });
    expect(link).toHaveAttribute('href', '/projects/list?page=2&per-page=25');
    await userEvent.click(link);
    expect(location.search).toBe('?page=2&per-page=25');
    expect(currentLocation().search).toContain('perPage=25');
  });

  it('leaves a click with Ctrl to the browser', async () => {
    render(<Link to="/elsewhere">away</Link>);
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(screen.getByRole('link'));
    expect(location.pathname).toBe('/');
  });
});

const Part = () => {
  const [query, change] = useSearch();
  return (
    <button type="button" onClick={() => change({ tab: 'history', old: null })}>
      {query.get('tab') ?? 'none'}
    </button>
  );
};

it('changes parts of the query in place', async () => {
  go('/a?old=1');
  const entries = history.length;
  render(<Part />);
  await userEvent.click(screen.getByRole('button', { name: 'none' }));
  expect(screen.getByRole('button', { name: 'history' })).toBeInTheDocument();
  expect(location.search).toBe('?tab=history');
  expect(history.length).toBe(entries);
});
