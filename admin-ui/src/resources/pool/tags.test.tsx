import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../../test/service';
import { drawPool } from './pool.fixture';
import { TagsPage } from './TagsPage';

afterEach(() => vi.unstubAllGlobals());

const cluster = {
  key: 'hana sap',
  spellings: [
    { tag: 'SAP HANA', count: 3, members: [{ id: 1, name: 'Ann Able' }] },
    {
      tag: 'hana, sap',
      count: 60,
      members: [
        { id: 2, name: 'Bob Baker' },
        { id: 3, name: 'Cyd Cook' },
      ],
    },
    { tag: 'Sap-Hana', count: 1, members: [{ id: 4, name: 'Dan Dean' }] },
  ],
};

it('tidies the spellings of a cluster but for one of them and for single members', async () => {
  const calls = fakeService(({ method }) =>
    method === 'GET'
      ? { body: { results: [cluster], totalResults: 1 } }
      : { status: 202, body: { jobId: 'job_1', statusUrl: '/api/job/job_1' } },
  );
  const user = drawPool(<TagsPage />);
  await user.click(await screen.findByRole('checkbox', { name: 'Sap-Hana (1)' }));
  expect(screen.queryByRole('button', { name: 'Members with SAP HANA' })).toBeNull(); // theirs stays as it is
  expect(screen.queryByRole('button', { name: 'Members with Sap-Hana' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Members with hana, sap' }));
  const members = within(screen.getByRole('group', { name: 'Members with hana, sap' }));
  expect(members.getByText(/The first 2 are named/)).toBeVisible();
  await user.click(members.getByRole('checkbox', { name: 'Bob Baker' }));
  await user.click(members.getByRole('checkbox', { name: 'Cyd Cook' }));
  await user.click(members.getByRole('checkbox', { name: 'Cyd Cook' })); // in again
  expect(screen.getByText('1 member is left out')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tidy 1 tag' }));
  await vi.waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    renamings: [{ tags: ['hana, sap'], into: 'SAP HANA' }],
    but: [2],
  });
});
