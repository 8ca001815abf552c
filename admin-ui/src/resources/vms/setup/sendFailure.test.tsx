import { render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { expect, it } from 'vitest';
import application from '../../../../../directus-schema/seed/en/application.json';
import words from '../../../../../directus-schema/seed/en/vms.json';
import type { VmsTestSending } from '../../../generated/answers';
import { Panel } from '../../../../test/Panel';
import { buildI18n } from '../../../providers/i18n';
import { SendFailure } from './SendFailure';

const refused: VmsTestSending = {
  ok: true,
  rendered: '{}',
  errors: [],
  missing: [],
  status: 503,
  failure: 'VMS_UNAVAILABLE',
  why: null,
  retryAfter: 0,
  unreadable: null,
  reason: '',
  delivered: null,
};

const draw = (parts: Partial<VmsTestSending>) =>
  render(
    <Panel>
      <I18nContextProvider value={buildI18n({ locale: 'en', texts: { ...application, ...words } })}>
        <SendFailure connectionId={4} sending={{ ...refused, ...parts }} />
      </I18nContextProvider>
    </Panel>,
  );

it.each([
  ['NO_ACCESS', 401],
  ['TOO_MANY', 429],
  ['DOWN', 503],
  ['UNREADABLE', 200],
] as const)('gives advice of its own for %s', (why, status) => {
  draw({ why, status });
  expect(screen.getByText(new RegExp(words[`enum.vmsTestWhy.${why}`]))).toBeVisible();
  expect(screen.getByText(new RegExp(words[`panel.vms.connect.advice.${why}`].slice(0, 30)))).toBeVisible();
});

it('says how long a VMS asks to wait', () => {
  draw({ why: 'TOO_MANY', status: 429, retryAfter: 40 });
  expect(screen.getByText(/It asks to wait 40 seconds\./)).toBeVisible();
});

it('shows the beginning and the type of an answer that is no JSON', () => {
  draw({ why: 'UNREADABLE', status: 200, unreadable: { type: 'text/html', beginning: '<html> Sign in' } });
  expect(screen.getByText('This came back (text/html):')).toBeVisible();
  expect(screen.getByText('<html> Sign in')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change the connection' })).toHaveAttribute(
    'href',
    expect.stringContaining('/platform/vms/connections/4/details'),
  );
});
