import { afterEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../test/service';
import { load } from './messages.fixture';

const texts = { 'panel.save': 'Save', 'panel.count': 'row |||| rows' };

/** A panel with texts, and a service that can be away. */
const begin = async () => {
  vi.useFakeTimers();
  const service = { isAway: false };
  const { startMessages, currentMessages } = await load();
  const { reportSeen } = await import('./seen');
  const { navigate } = await import('../router/history');
  const { buildI18n } = await import('./i18n');
  const calls = fakeService(({ path }) => {
    if (service.isAway) throw new TypeError('Failed to fetch');
    return path.startsWith('/napi/') ? { body: { messages: texts, fallbacks: {} } } : { status: 204 };
  });
  await startMessages();
  const timer = reportSeen();
  const reported = async () => {
    calls.length = 0;
    await vi.advanceTimersByTimeAsync(15_000);
    return calls.map(({ body }) => body);
  };
  return { ...buildI18n(currentMessages()), navigate, told: reported, service, stop: () => clearInterval(timer) };
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

it('tells once which page shows which texts, without the ids of records', async () => {
  const { translate, navigate, told: reported, stop } = await begin();
  for (const path of ['/projects/list/4711', '/dashboard', '/projects/list/12']) {
    navigate(path);
    for (const key of ['panel.save', 'panel.lost', 'panel.save']) translate(key);
  }
  translate('panel.count', { smart_count: 2 });
  expect(await reported()).toEqual([
    {
      pages: [
        { route: '/projects/list/:id', keys: ['panel.save', 'panel.count'] },
        { route: '/dashboard', keys: ['panel.save'] },
      ],
    },
  ]);
  translate('panel.save');
  expect(await reported()).toEqual([]);
  stop();
});

it('tells later what it could not tell', async () => {
  const { translate, told: reported, service, stop } = await begin();
  translate('panel.save');
  service.isAway = true;
  await reported();
  service.isAway = false;
  expect(await reported()).toEqual([{ pages: [{ route: '/dashboard', keys: ['panel.save'] }] }]);
  stop();
});
