import { useCallback, useState } from 'react';
import { useListContext } from 'ra-core';
import { lazyPart } from '../../ui/lazyPart';
import { useWords } from '../useWords';
import { useListUi } from './ListUi';
import { useIdle } from './useIdle';

const Select = lazyPart(() => import('../../ui/Select').then(m => m.Select));

const sizes = [10, 25, 50, 100];

/** How many rows a page has. The choice comes after the first rows; until then the number has its place. */
export const RowsPerPage = () => {
  const { t, number } = useWords();
  const { perPage, setPerPage } = useListContext();
  const { setPreference } = useListUi();
  const [isHere, setHere] = useState(false);
  useIdle(useCallback(() => Select.load().then(() => setHere(true)), []));
  const choices = [...new Set([...sizes, perPage])].sort((a, b) => a - b);
  const choose = (size: number) => {
    setPerPage(size);
    setPreference({ perPage: size });
  };
  return (
    <span className="rows hide-s">
      <span aria-hidden="true">{t('panel.page.rows')}</span>
      {isHere ? (
        <Select
          small
          label={t('panel.page.perPage')}
          value={String(perPage)}
          choices={choices.map(size => ({ value: String(size), label: number(size) }))}
          onChange={size => choose(Number(size))}
        />
      ) : (
        <span className="rows-wait">{number(perPage)}</span>
      )}
    </span>
  );
};
