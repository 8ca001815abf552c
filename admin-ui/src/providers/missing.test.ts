import { afterEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../test/service';
import { load } from './messages.fixture';

const texts = { 'panel.save': 'Save', 'panel.count': 'row |||| rows' };

/** A panel in Polish with texts of which one stands in for a missing one, and a service that keeps what it is told. */
const begin = async () => {
  vi.useFakeTimers();
  sessionStorage.clear(); // another file may have left a client there
  localStorage.clear();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('locale=pl');
  const { startMessages, currentMessages } = await load();
  const { reportMissing } = await import('./missing');
  const { buildI18n } = await import('./i18n');
  const calls = fakeService(({ path }) =>
    path.startsWith('/napi/') ? { body: { messages: texts, fallbacks: { en: ['panel.count'] } } } : { status: 204 },
  );
  await startMessages();
  const timer = reportMissing();
  const { translate } = buildI18n(currentMessages());
  const reported = async () => {
    calls.length = 0;
    await vi.advanceTimersByTimeAsync(15_000);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
    return calls.map(({ body }) => body as { locale: string; keys: unknown[] });
  };
  return { translate, told: reported, stop: () => clearInterval(timer) };
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

it('tells what a page lacks in its language, each visit counted, without the ids of records', async () => {
  const { translate, told: reported, stop } = await begin();
  history.replaceState(null, '', '/projects/list/4711/edit');
  for (const key of ['panel.save', 'panel.lost', 'panel.lost', 'panel.count']) translate(key, { smart_count: 2 });
  history.replaceState(null, '', '/dashboard');
  translate('panel.lost');
  history.replaceState(null, '', '/projects/list/12/edit');
  translate('panel.lost');
  expect(await reported()).toEqual([
    {
      client: '',
      locale: 'pl',
      keys: [
        { messageKey: 'panel.lost', route: '/projects/list/:id/edit', count: 2 },
        { messageKey: 'panel.count', route: '/projects/list/:id/edit', count: 1 },
        { messageKey: 'panel.lost', route: '/dashboard', count: 1 },
      ],
    },
  ]);
  translate('panel.lost');
  expect(await reported()).toEqual([]); // this visit was told
  stop();
});

it('keeps to itself what is no key of the product or need not exist, and tells no more than the service takes', async () => {
  const { translate, told: reported, stop } = await begin();
  for (const words of ['Jan Kowalski', 'jan@example.com', 'cv.pdf', 'panel.']) translate(words);
  translate('panel.hint', { _: '' }); // which need not exist
  expect(await reported()).toEqual([]);
  for (let n = 0; n < 300; n++) translate(`panel.lost${n}`);
  expect((await reported())[0]?.keys).toHaveLength(100);
  stop();
});
