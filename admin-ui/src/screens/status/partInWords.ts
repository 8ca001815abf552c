import type { useTranslate } from 'ra-core';
import { formatDate, formatNumber } from '../../format/format';
import type { ServicePart } from '../../generated/answers';
import { textIfAny } from '../../providers/textIfAny';

type Translate = ReturnType<typeof useTranslate>;
type InWords = (t: Translate, detail: string, locale: string) => string;

/** The details that the service writes for the panel to put into words; all others are the words of whatever failed. */
const detailsInWords: Record<string, InWords> = {
  content: (t, detail) => textIfAny(t, [`panel.status.content.${detail}`]) ?? detail,
  derived: (t, detail) => textIfAny(t, [`panel.status.derived.${detail}`]) ?? detail,
  index: (t, detail, locale) => indexesInWords(t, locale, detail),
  licence: (t, detail, locale) => licenceInWords(t, locale, detail),
  queues: (t, detail) => queuesInWords(t, detail),
  secrets: (t, detail) => textIfAny(t, [`panel.status.secrets.${detail}`]) ?? detail,
  disk: (t, detail) => textIfAny(t, [`panel.status.room.${detail}`]) ?? detail,
  vms: (t, detail) => connectionsInWords(t, detail),
};

/** A part of the service whose details, now and in its past, are in the reader's language where the product wrote them. */
export const partInWords = (t: Translate, locale: string, part: ServicePart): ServicePart => {
  const put = detailsInWords[part.name];
  if (!put) return part;
  const words = (detail: string) => detail && put(t, detail, locale);
  return {
    ...part,
    detail: words(part.detail),
    past: part.past.map(span => ({ ...span, detail: words(span.detail) })),
  };
};

/** Names of queues, separated by commas. */
const queuesInWords = (t: Translate, detail: string) =>
  detail
    .split(', ')
    .map(name => textIfAny(t, [`panel.status.wait.${name}`]) ?? name)
    .join(', ');

/** One line for each index that is missing: `missing type`, or `building type done total`; else the words of the failure. */
const indexesInWords = (t: Translate, locale: string, detail: string) =>
  detail
    .split('\n')
    .map(line => {
      const [state, type = '', done, total] = line.split(' ');
      if (state !== 'missing' && state !== 'building') return line;
      return t(`panel.status.index.${state}`, {
        type: t(`esearch.tab.${type}`, { _: type }),
        done: formatNumber(locale, Number(done)),
        total: formatNumber(locale, Number(total)),
      });
    })
    .join(' ');

/** One line for each state: `state: name, name`. */
const connectionsInWords = (t: Translate, detail: string) =>
  detail
    .split('\n')
    .map(line => {
      const [state, ...names] = line.split(': ');
      return textIfAny(t, [`panel.status.vms.${state}`], { names: names.join(': ') }) ?? line;
    })
    .join(' ');

/** The state of the licence of Directus, `until=day`, and `name=used/free` or `name` for each limit, with blanks between. */
const licenceInWords = (t: Translate, locale: string, detail: string) => {
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
  return textIfAny(t, [`panel.status.licence.${name}`], { used, free, over: used - free }) ?? limit;
};
