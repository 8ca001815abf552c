import { useTranslate } from 'ra-core';
import { fieldOf, useResourceMeta } from '../../../meta';
import type { FilterProps } from './FilterProps';
import { LookupFilter } from './LookupFilter';
import { useFilter } from './useFilter';
import type { Lookup } from './useLookup';

/** What filters take for the reader, and for nobody. */
const me = 'me';
const nobody = 'nobody';

const people = () => import('../../people/searchPeople');

/** Filters by a member of staff: one's own in one click, those of others by name, or of nobody where the service says so. */
export const StaffFilter = (props: FilterProps) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const [value, set] = useFilter(props.filter.name);
  const isMine = value === me;
  const first = fieldOf(meta, props.filter.name) ? [] : [{ value: nobody, text: t('panel.owner.nobody') }];
  const lookup: Lookup = {
    key: `people/${meta.name}`,
    search: async (text, signal) => {
      const { searchPeople } = await people();
      const found = await searchPeople({ entity: meta.name })(text, signal);
      return [...(text ? [] : first), ...found.map(({ value: id, label }) => ({ value: id, text: label }))];
    },
    textOf: async (id, signal) =>
      ({ [me]: t('panel.owner.mine'), [nobody]: t('panel.owner.nobody') })[id] ??
      (await people()).personName(id, signal),
  };
  return (
    <>
      <button
        type="button"
        className={`f f-mine ${isMine ? 'on' : ''}`}
        aria-pressed={isMine}
        onClick={() => set(isMine ? undefined : me)}
      >
        <span className="v">{t('panel.owner.mine')}</span>
      </button>
      <LookupFilter {...props} lookup={lookup} />
    </>
  );
};
