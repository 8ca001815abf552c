import { useListContext } from 'ra-core';
import { Button } from '../../ui/Button';
import { enumText, fieldLabel, fieldOf, filterLabel, useMeta, useResourceMeta } from '../../meta';
import type { FilterMeta, ResourceMeta } from '../../meta';
import { useWords } from '../useWords';
import { useCounts } from './useCounts';
import { isTrash } from './views';
import type { Filter } from './views';
import './empty.css';

/** That nothing matches: what was asked, what nearly matches, and the way out. */
export const ListEmpty = () => {
  const meta = useResourceMeta();
  const { t, number, name, plural } = useWords();
  const { filterValues, setFilters } = useListContext();
  const say = useSay();
  const wanted = meta.filters.filter(filter => filterValues[filter.name] !== undefined);
  const without = wanted.map(filter => omit(filterValues, filter.name));
  const counts = useCounts(without, wanted.length > 1);
  const best = wanted.length > 1 ? counts.indexOf(Math.max(1, ...counts.map(count => count ?? 0))) : -1;
  const near = wanted[best];
  const clear = () => setFilters(isTrash(filterValues) ? { deleted: true } : {}, undefined, false);
  if (wanted.length === 0) {
    return <Frame title={t(isTrash(filterValues) ? 'panel.empty.trash' : 'panel.empty.none', { plural })} />;
  }
  return (
    <Frame title={t('panel.empty.title', { name })}>
      <p>
        {t('panel.empty.asked', { filters: wanted.map(filter => say(filter, filterValues[filter.name])).join(', ') })}{' '}
        {near &&
          t('panel.empty.near', {
            count: number(counts[best] ?? 0),
            smart_count: counts[best] ?? 0,
            filter: t(nounOf(meta, near)),
          })}
      </p>
      <div className="ways">
        {near && (
          <Button look="primary" onClick={() => setFilters(without[best] ?? {}, undefined, false)}>
            {t('panel.empty.drop', { filter: t(nounOf(meta, near)) })}
          </Button>
        )}
        <Button look={near ? 'secondary' : 'primary'} onClick={clear}>
          {t('panel.empty.clear')}
        </Button>
      </div>
    </Frame>
  );
};

const omit = (filter: Filter, name: string): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([each]) => each !== name));

/** The key of what a filter is about: its field, where it has one of its name. */
const nounOf = (meta: ResourceMeta, { name }: FilterMeta) =>
  fieldOf(meta, name) ? fieldLabel(meta, name) : filterLabel(meta, name);

/** A filter and its value in words: Status Paused, Title “cobol”. */
const useSay = () => {
  const all = useMeta();
  const meta = useResourceMeta();
  const { t } = useWords();
  return (filter: FilterMeta, value: unknown) => {
    const texts = [value]
      .flat()
      .map(each => (filter.enum ? t(enumText(all, filter.enum, String(each))) : String(each)));
    const text = filter.enum ? texts.join(', ') : t('panel.empty.quoted', { text: texts.join(', ') });
    return `${t(nounOf(meta, filter))} ${text}`;
  };
};

interface FrameProps {
  title: string;
  children?: React.ReactNode;
}

const Frame = ({ title, children }: FrameProps) => (
  <div className="none">
    <svg width="96" height="56" viewBox="0 0 96 56" aria-hidden="true">
      <path d="M8 30c8 0 12-6 20-6s12 6 20 6 12-6 20-6 12 6 20 6" />
      <path className="deep" d="M20 42c7 0 10-5 17-5s10 5 17 5 10-5 17-5" />
      <circle cx="48" cy="12" r="5" strokeDasharray="3 3" />
    </svg>
    <h2>{title}</h2>
    {children}
  </div>
);
