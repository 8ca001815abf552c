import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { plannedKey, readPlanned } from './calls';
import { PlannedItem } from './PlannedItem';
import './planned.css';

interface Props {
  entity: string;
  /** Of the record; nothing for what is no record, such as the formulas of the system. */
  id?: unknown;
}

/** What is planned for a record or a formula, on its page: from when, by whom and what; nothing where nothing is. */
export const PlannedHere = ({ entity, id }: Props) => {
  const t = useTranslate();
  const query = { entity, ...(id !== undefined && { entityId: String(id) }), limit: '20' };
  const { data } = useQuery({
    queryKey: [...plannedKey, 'here', query],
    queryFn: ({ signal }) => readPlanned(query, signal),
  });
  const open = data?.results.filter(({ state }) => state === 'PLANNED' || state === 'WAITING') ?? [];
  if (open.length === 0) return null;
  return (
    <section className="planned-here" aria-label={t('menu.planned')}>
      <ul className="planned">
        {open.map(change => (
          <PlannedItem key={change.id} change={change} isOnRecord />
        ))}
      </ul>
    </section>
  );
};
