import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Panel } from '../../test/Panel';
import { fakeService } from '../../test/service';
import { usePreference } from './usePreference';

interface Views {
  views: string[];
}

const none: Views = { views: [] };

const Views = () => {
  const [{ views }, change] = usePreference('list.boat', none);
  return (
    <button type="button" onClick={() => change(now => ({ views: [...now.views, 'new'] }))}>
      {views.join(' ')}
    </button>
  );
};

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['GET', 'panel.preference.unread'],
  ['PUT', 'panel.preference.failed'],
])('tries again where the %s fails, and names the request', async (failing, message) => {
  let value: unknown = { views: ['old'] };
  let isDown = false;
  const refusal = { status: 503, code: 'UNAVAILABLE', messages: ['error.unavailable'], requestId: '7f3a19c2-aaaa' };
  fakeService(({ method, body }) => {
    if (isDown && method === failing) return { status: 503, body: refusal };
    if (method === 'PUT') ({ value } = body as { value: unknown });
    return { body: { value }, headers: { etag: '"1"' } };
  });
  render(
    <Panel>
      <Views />
    </Panel>,
  );
  const views = await screen.findByRole('button', { name: 'old' });
  isDown = true;
  fireEvent.click(views);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText('7f3a19c2')).toBeVisible();
  expect(value).toEqual({ views: ['old'] });
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(value).toEqual({ views: ['old', 'new'] }));
  expect(await screen.findByRole('button', { name: 'old new' })).toBeVisible();
});
