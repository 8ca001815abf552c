import { ResourceContextProvider } from 'ra-core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noMeta, noResource, Panel } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import type { FieldMeta, ResourceMeta } from '../../meta';
import { useTabs } from '../form/useTabs';
import { useCreateStart } from '../form/useCreateStart';

import { navigate } from '../../router/history';
import { RelatedTab } from './RelatedTab';

const client: ResourceMeta = { ...noResource, name: 'client', route: '/clients', path: '/api/client', title: 'name' };
const project: ResourceMeta = {
  ...noResource,
  name: 'project',
  route: '/projects/list',
  path: '/api/project',
  title: 'title',
  create: { path: '/api/project' },
  columns: ['title'],
  fields: [
    { name: 'title', kind: 'text' },
    { name: 'clientId', kind: 'ref', ref: 'client' },
    { name: 'handle', kind: 'text', readOnly: true },
  ] as FieldMeta[],
  related: ['clientId'],
};
const meta = { ...noMeta, resources: [client, project] };
const record = { id: 5, name: 'Kestrel' };

const Names = () => (
  <>
    {useTabs(client, record, 'project').tabs.map(({ name, label, count }) => (
      <p key={name}>{`${name}: ${label} ${count ?? ''}`}</p>
    ))}
  </>
);

const Start = () => <p data-testid="start">{JSON.stringify(useCreateStart(project))}</p>;

const open = (total: number) => {
  const calls = fakeService(() => ({
    body: { results: total ? [{ id: 7, title: 'Welder in Oslo' }] : [], totalResults: total },
  }));
  render(
    <Panel meta={meta}>
      <ResourceContextProvider value="clients">
        <Names />
        <RelatedTab meta={client} record={record} tab="project" />
      </ResourceContextProvider>
    </Panel>,
  );
  return calls;
};

it('lists the records that refer to one, counts them in its tab, and leads to each and to all', async () => {
  const calls = open(40);
  expect(await screen.findByText('project: Projects 40')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Welder in Oslo' })).toHaveAttribute('href', '/projects/list/7');
  expect(screen.getByRole('link', { name: 'All 40 in their list' })).toHaveAttribute(
    'href',
    `/projects/list?filter=${encodeURIComponent('{"clientId":5}')}`,
  );
  expect(screen.getByRole('button', { name: '25 more' })).toBeVisible();
  expect(calls.every(call => call.path.includes('clientId=5'))).toBe(true);
});

it('calls records by what tells them apart where all have the name of what they refer to', async () => {
  const person: ResourceMeta = { ...noResource, name: 'freelancer', route: '/people', path: '/api/freelancer' };
  const application: ResourceMeta = {
    ...noResource,
    name: 'application',
    route: '/applications',
    path: '/api/application',
    title: 'freelancerName',
    columns: ['freelancerName', 'readiness', 'projectTitle'],
    fields: [
      { name: 'freelancerId', kind: 'ref', ref: 'freelancer' },
      { name: 'freelancerName', kind: 'text' },
      { name: 'readiness', kind: 'object' },
      { name: 'projectTitle', kind: 'text' },
    ] as FieldMeta[],
    related: ['freelancerId'],
  };
  const body = { results: [{ id: 9, freelancerName: 'Kyle', projectTitle: 'Welder' }], totalResults: 1 };
  fakeService(() => ({ body }));
  render(
    <Panel meta={{ ...noMeta, resources: [person, application] }}>
      <ResourceContextProvider value="people">
        <RelatedTab meta={person} record={{ id: 5, name: 'Kyle' }} tab="application" />
      </ResourceContextProvider>
    </Panel>,
  );
  expect(await screen.findByRole('link', { name: 'Welder' })).toHaveAttribute('href', '/applications/9');
  expect(screen.queryByText('Kyle')).toBeNull();
});

it('offers a new one that begins with the reference, and leads back', async () => {
  open(0);
  expect(await screen.findByText('Nothing here yet')).toBeVisible();
  const link = screen.getByRole('link', { name: 'New project' });
  const query = new URL(link.getAttribute('href') ?? '', location.origin).searchParams;
  expect(query.get('source')).toBe('{"clientId":5,"clientName":"Kestrel"}');
  expect(query.get('back')).toMatch(/^\/clients\/5\/project(\?|$)/); // with the query that the list stands at
});

it('offers no new part of a record that may not be edited', async () => {
  const part: ResourceMeta = { ...project, partOf: 'clientId' };
  const closed: ResourceMeta = { ...client, editable: { field: 'state', in: ['OPEN'], says: 'client.closed' } };
  fakeService(() => ({ body: { results: [], totalResults: 0 } }));
  render(
    <Panel meta={{ ...noMeta, resources: [closed, part] }}>
      <ResourceContextProvider value="clients">
        <RelatedTab meta={closed} record={{ ...record, state: 'CLOSED' }} tab="project" />
      </ResourceContextProvider>
    </Panel>,
  );
  expect(await screen.findByText('Nothing here yet')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'New project' })).toBeNull();
});

it.each([
  [
    '?source={"clientId":5,"clientName":"Kestrel","handle":"P-1","nothing":1}&back=/clients/5/project',
    { clientId: 5, clientName: 'Kestrel' },
    '/clients/5/project',
  ],
  ['?source=[&back=//elsewhere.example', undefined, undefined],
  ['?source=null&back=https://elsewhere.example', undefined, undefined],
  ['', undefined, undefined],
])('takes from the address %s only what a new record can begin with', (search, prefilled, back) => {
  navigate(`/projects/list/create${search}`, { replace: true });
  render(
    <Panel meta={meta}>
      <Start />
    </Panel>,
  );
  expect(JSON.parse(screen.getByTestId('start').textContent)).toEqual({
    ...(prefilled && { prefilled }),
    ...(back && { back }),
  });
});
