import { useListContext } from 'ra-core';
import { resourceLabel, useResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';
import { useWords } from '../useWords';
import { HeadCell } from './HeadCell';
import { useListUi } from './ListUi';
import { places } from './places';
import { Row } from './Row';
import { SkeletonRow } from './SkeletonRow';
import { useInSightFirst } from './useInSightFirst';
import { useRowKeys } from './useRowKeys';
import './table.css';
import '../../ui/tick.css';

/** The list as a table: what one sees on anything wider than a phone. */
export const Table = () => {
  const meta = useResourceMeta();
  const { t } = useWords();
  const { data, perPage, isFetching } = useListContext<Saved>();
  const { columns, selection, cursor } = useListUi();
  const { rows, isWhole } = useInSightFirst(data);
  const ids = data?.map(record => record.id) ?? [];
  const keys = useRowKeys(rows?.map(record => record.id) ?? []);
  const isChosen = (id: Saved['id']) => selection.everything || selection.ids.has(id);
  const chosen = ids.filter(isChosen).length;
  const label = t(data ? resourceLabel(meta, 'plural') : 'panel.list.loading');
  return (
    <section className="tw" aria-label={label} aria-busy={isFetching || !isWhole}>
      <table className="grid">
        <thead>
          <tr>
            <th className="e-c">
              <input
                type="checkbox"
                className="cb"
                aria-label={t('panel.selection.page')}
                checked={ids.length > 0 && chosen === ids.length}
                ref={box => {
                  if (box) box.indeterminate = chosen > 0 && chosen < ids.length; // a property without an attribute
                }}
                onChange={event => selection.setPage(event.target.checked)}
              />
            </th>
            {columns.map(column => (
              <HeadCell key={column.name} column={column} />
            ))}
            <th className="e-c">
              <span className="vh">{t('panel.row.head')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows?.map(record => (
            <Row
              key={keys.get(record.id)}
              record={record}
              columns={columns}
              isSelected={isChosen(record.id)}
              isCurrent={record.id === cursor}
            />
          ))}
          {!data && places(perPage).map(at => <SkeletonRow key={at} at={at} columns={columns} />)}
        </tbody>
      </table>
    </section>
  );
};
