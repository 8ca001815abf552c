import { createRef } from 'react';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Panel } from '../../test/Panel';
import { fakeService } from '../../test/service';
import { newTokens } from '../../test/token';
import { claimsOf, type Claims } from '../providers/claims';
import { UserPanel } from './UserPanel';

afterEach(() => vi.unstubAllGlobals());

const open = async (claims: Partial<Claims>) => {
  fakeService(() => ({ body: { results: [], totalResults: 0 } }));
  const signedIn = claimsOf(newTokens(900, claims).access_token);
  render(
    <Panel>
      <UserPanel anchor={createRef()} claims={signedIn} onClose={() => undefined} />
    </Panel>,
  );
  await screen.findByText('Mára Lindqvist');
};

it('says when some of the rights end by themselves', async () => {
  await open({ rights_until: Date.UTC(2099, 0, 12, 14, 30) / 1000 });
  expect(screen.getByText(/^Some of this ends on .*2099/)).toBeVisible();
});

it('says nothing of it while none does', async () => {
  await open({});
  expect(screen.queryByText(/^Some of this ends/)).toBeNull();
});
