import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import panel from '../../../../directus-schema/seed/en/panel.json';
import { drawWith } from '../../ui/ui.fixture';
import { Chain } from './Chain';
import type { AccessExplained } from './explained';
import { questionOf } from './question';

const texts = { ...panel, 'boat.afloat': 'The boat is afloat.' };

const answer = (more: Partial<AccessExplained> = {}): AccessExplained => ({
  allowed: true,
  account: '',
  permission: 'project.delete',
  grantedBy: ['a'],
  scope: { inside: true, by: 'client' },
  blockedBy: [],
  heldBy: ['a'],
  givenBy: ['d'],
  ...more,
});

it('says by what something is allowed, from the role to the state', () => {
  drawWith(<Chain answer={answer()} hasRecord />, texts);
  expect(screen.getByText('It is allowed.')).toBeVisible();
  expect(screen.getByText('CSM grants project.delete.')).toBeVisible();
  expect(screen.getByText('The record belongs to a client of the account.')).toBeVisible();
  expect(screen.getByText('Nothing in its state prevents it.')).toBeVisible();
});

it('says which role is missing, and who gives it', () => {
  const missing = { allowed: false, grantedBy: [], blockedBy: [{ key: 'access.permission', params: {} }] };
  drawWith(<Chain answer={answer(missing)} hasRecord={false} />, texts);
  expect(screen.getByText('It is not allowed.')).toBeVisible();
  expect(screen.getByText('project.delete is missing. It belongs to: CSM.')).toBeVisible();
  expect(screen.getByText(/Roles are given by: Config manager/)).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

it('says that a record lies beyond the scope, and nothing of its state then', () => {
  const beyond = {
    allowed: false,
    scope: { inside: false, by: '' as const },
    blockedBy: [{ key: 'access.scope', params: {} }],
  };
  drawWith(<Chain answer={answer(beyond)} hasRecord />, texts);
  expect(screen.getByText(/belongs to none of the account's clients/)).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('says what of the state prevents it', () => {
  drawWith(
    <Chain answer={answer({ allowed: false, blockedBy: [{ key: 'boat.afloat', params: {} }] })} hasRecord />,
    texts,
  );
  expect(screen.getByText('The boat is afloat.')).toBeVisible();
});

it('says what keeps an account from everything, and who changes that', () => {
  const closed = {
    allowed: false,
    account: 'error.noRoles',
    permission: '',
    grantedBy: [],
    blockedBy: [{ key: 'access.account', params: {} }],
  };
  drawWith(<Chain answer={answer(closed)} hasRecord />, { ...texts, 'error.noRoles': 'The account has no roles.' });
  expect(screen.getByText('The account has no roles.')).toBeVisible();
  expect(screen.getByText(/Accounts are changed by: Config manager/)).toBeVisible();
  expect(screen.getByText('Everybody who is signed in may do it.')).toBeVisible();
  expect(screen.queryByText('Nothing in its state prevents it.')).toBeNull();
});

it('asks nothing before it is known of what', () => {
  expect(questionOf(new URLSearchParams('userId=3'))).toBe('');
  expect(questionOf(new URLSearchParams('entity=project&id=7&x=1'))).toBe('entity=project&id=7');
  expect(questionOf(new URLSearchParams('call=project.delete&id=7'))).toBe('id=7&call=project.delete');
});
