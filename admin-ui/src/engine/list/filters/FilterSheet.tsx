import { Suspense } from 'react';
import { useListContext } from 'ra-core';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { ModalFrame } from '../../../ui/ModalFrame';
import { Select } from '../../../ui/Select';
import { filterLabel, useResourceMeta } from '../../../meta';
import { useWords } from '../../useWords';
import { useListUi } from '../ListUi';
import { listSort } from '../sort';
import { useHeadText } from '../useHeadText';
import { offeredFilters } from './offeredFilters';
import { useFilterControl } from './useFilterControl';

interface Props {
  onClose: () => void;
  onClear: () => void;
}

/** All filters and the order of the list on a small screen. What is set works at once. */
export const FilterSheet = ({ onClose, onClear }: Props) => {
  const meta = useResourceMeta();
  const { t, number, plural, name } = useWords();
  const { total = 0, sort, setSort, filterValues } = useListContext();
  const { columns } = useListUi();
  const text = useHeadText();
  const filterControl = useFilterControl();
  const sortable = columns.filter(column => column.sort);
  const orders = sortable.flatMap(column =>
    (['ASC', 'DESC'] as const).map(order => ({
      value: `${column.sort} ${order}`,
      label: `${text(column)} ${t(`panel.sort.${order === 'ASC' ? 'ascending' : 'descending'}`)}`,
    })),
  );
  const order = (value: string) => {
    const [field, direction] = value.split(' ');
    setSort(field ? { field, order: direction === 'ASC' ? 'ASC' : 'DESC' } : listSort(meta));
  };
  return (
    <ModalFrame
      title={t('panel.filter.open')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClear}>{t('panel.filter.clear')}</Button>
          <Button look="primary" onClick={onClose}>
            {t('panel.filter.show', { count: number(total), noun: total === 1 ? name : plural })}
          </Button>
        </>
      }
    >
      <div className="sheet">
        {offeredFilters(meta.filters, filterValues, filter => t(filterLabel(meta, filter.name))).map(filter => {
          const Control = filterControl(filter);
          return (
            <Suspense key={filter.name} fallback={null}>
              <Control filter={filter} label={t(filterLabel(meta, filter.name))} />
            </Suspense>
          );
        })}
        {orders.length > 0 && (
          <Field label={t('panel.sort.label')}>
            <Select
              value={`${sort.field} ${sort.order}`}
              choices={orders}
              empty={t('panel.sort.default')}
              onChange={order}
            />
          </Field>
        )}
      </div>
    </ModalFrame>
  );
};
