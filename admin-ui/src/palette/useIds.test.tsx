import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { noMeta, Panel } from '../../test/Panel';
import { useIds } from './useIds';

const id = '3F2504E0-4f89-41d3-9a0c-0305e82c3301';

const linesOf = (text: string, permissions: string[]) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Panel meta={{ ...noMeta, permissions }}>{children}</Panel>
  );
  return renderHook(() => useIds(text), { wrapper }).result.current;
};

it('opens what is known of a request for those who may read the audit log', () => {
  expect(linesOf(id, ['audit.read'])).toMatchObject([
    { label: 'Story of 3f2504e0-4f89-41d3-9a0c-0305e82c3301', to: '/support/3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
  ]);
  expect(linesOf(id, [])).toEqual([]);
});

it('opens the story of a trace, a run, a mail, a delivery or another message', () => {
  const ids = [
    '4bf92f3577b34da6a3ce929d0e0e4736',
    'run_CDG3QMC4IVCXTMZON2HGJYNQGB',
    'mail_90417',
    'A-58213-1',
    'unnamed-CDG3QMC4IVCXTM',
    'sb_bearer_1795903475236_28',
  ];
  for (const id of ids) expect(linesOf(id, ['audit.read'])).toMatchObject([{ to: `/support/${id}` }]);
  expect(linesOf('mail_90417', [])).toEqual([]);
});

it('opens the story of an application by its handle', () => {
  expect(linesOf('A-H4XBMJ', ['audit.read'])).toMatchObject([{ to: '/support/A-H4XBMJ' }]);
});

it('finds the ids in a line of the log or a bundle that one pastes, each once', () => {
  const request = id.toLowerCase();
  const line = `{"msg":"job failed","run":"run_6IMQEMPL5WUXNEL54OP3EHKYLK","id":"${request}","as":"${request}"}`;
  expect(linesOf(line, ['audit.read'])).toMatchObject([
    { to: '/support/run_6IMQEMPL5WUXNEL54OP3EHKYLK' },
    { to: `/support/${request}` },
  ]);
  expect(linesOf('traces 4bf92f3577b34da6a3ce929d0e0e4736 of A-58213-1', ['audit.read'])).toHaveLength(2);
  expect(linesOf('A-List of projects', ['audit.read'])).toEqual([]);
  expect(linesOf(line, [])).toEqual([]);
});

it('opens a job by its id', () => {
  expect(linesOf('job_CDG3QMC4IVCXTMZON2HGJYNQGB', [])).toMatchObject([
    { label: 'Job job_CDG3QMC4IVCXTMZON2HGJYNQGB' },
  ]);
});

it('offers nothing for a text that is no id', () => {
  expect(linesOf('Payne, Saul', ['audit.read'])).toEqual([]);
});
