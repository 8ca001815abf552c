import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeService } from '../../../test/service';
import { noticeMessages } from '../../providers/messageVersion';
import { refreshMessages } from '../../providers/messages';
import { useNews } from './useNews';

it('hears of changed texts from answers, and when nothing but the texts is asked for', async () => {
  let version = 1;
  fakeService(() => ({ body: { 'panel.save': 'Save' }, headers: { etag: `"v${version}"` } }));
  await refreshMessages();
  const heard = vi.fn();
  const { unmount } = renderHook(() => useNews(heard));
  noticeMessages('v2');
  expect(heard).toHaveBeenCalledTimes(1);
  heard.mockClear();
  version = 3;
  await refreshMessages();
  expect(heard).toHaveBeenCalledTimes(1);
  unmount();
  noticeMessages('v4');
  expect(heard).toHaveBeenCalledTimes(1);
});
