import type { useTranslate } from 'ra-core';
import { formatDate } from '../../format/format';
import type { ServicePart } from '../../generated/answers';

type Translate = ReturnType<typeof useTranslate>;

/**
 * The part of the licence of Directus with its details in words. The service sends the state, `until=day`, and `name=used/free` or
 * `name` for each limit, with blanks between.
 */
export const licenceInWords = (t: Translate, locale: string, part: ServicePart): ServicePart => ({
  ...part,
  detail: words(t, locale, part.detail),
  past: part.past.map(span => ({ ...span, detail: words(t, locale, span.detail) })),
});

const words = (t: Translate, locale: string, detail: string) => {
  if (!detail) return '';
  const [state, ...rest] = detail.split(' ');
  const day = rest.find(word => word.startsWith('until='))?.slice('until='.length);
  const limits = rest.filter(word => !word.startsWith('until='));
  return [
    stateText(t, state === 'locked', day && formatDate(locale, day)),
    ...limits.map(limit => limitText(t, limit)),
  ].join(' ');
};

const stateText = (t: Translate, isLocked: boolean, day?: string) => {
  if (isLocked) return t('panel.status.licence.locked');
  return day ? t('panel.status.licence.grace', { day }) : t('panel.status.licence.graceNow');
};

const limitText = (t: Translate, limit: string) => {
  const [name, counts = ''] = limit.split('=');
  const [used = 0, free = 0] = counts.split('/').map(Number);
  return t(`panel.status.licence.${name}`, { used, free, over: used - free, _: limit });
};
