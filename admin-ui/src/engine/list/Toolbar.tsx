import { Suspense, useRef, useState } from 'react';
import { useListContext } from 'ra-core';
import { Button } from '../../ui/Button';
import { lazyPart } from '../../ui/lazyPart';
import { fieldLabel, fieldOf, useResourceMeta } from '../../meta';
import type { Kind } from '../../meta';
import { useWords } from '../useWords';
import { useListUi } from './ListUi';
import { useIdle } from './useIdle';

const SelectionBar = lazyPart(() => import('./SelectionBar').then(m => m.SelectionBar));
const ColumnChooser = lazyPart(() => import('./ColumnChooser').then(m => m.ColumnChooser));

/** How many there are and in what order; while rows are chosen, what one can do with them. */
export const Toolbar = () => {
  const { selection } = useListUi();
  useIdle(SelectionBar.load);
  if (selection.ids.size === 0) return <CountLine />;
  return (
    <Suspense fallback={<CountLine />}>
      <SelectionBar />
    </Suspense>
  );
};

const CountLine = () => {
  const meta = useResourceMeta();
  const { t, number, plural, name } = useWords();
  const { total, isPending } = useListContext();
  const { open } = useListUi();
  const order = useOrder();
  const known = !isPending && total !== undefined;
  return (
    <div className="toolbar">
      <span role="status" aria-live="polite" className="ell">
        {known && (
          <>
            <b>{number(total)}</b> {total === 1 ? name : plural}
            {total > 1 && <span className="hide-s"> · {order}</span>}
          </>
        )}
      </span>
      <span className="end">
        <ColumnsButton />
        {meta.import && (
          <Button look="quiet" small icon="upload" onClick={() => open({ kind: 'import' })}>
            {t('panel.import.open')}
          </Button>
        )}
        {meta.can.includes('export') && (
          <Button
            look="quiet"
            small
            icon="download"
            onClick={() => open({ kind: 'export' })}
            aria-keyshortcuts="Shift+E"
          >
            {t('panel.export.open')}
          </Button>
        )}
      </span>
    </div>
  );
};

const ColumnsButton = () => {
  const { t } = useWords();
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  useIdle(ColumnChooser.load);
  return (
    <span ref={anchor} className="hide-s">
      <Button
        look="quiet"
        small
        icon="columns"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t('panel.columns.open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ColumnChooser anchor={anchor} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
};

const words: Partial<Record<Kind, string>> = {
  instant: 'time',
  date: 'time',
  id: 'time',
  int: 'figure',
  decimal: 'figure',
  money: 'figure',
};

/** The order of the list in words: "Updated, newest first". Ids follow the order in which records were made. */
const useOrder = () => {
  const meta = useResourceMeta();
  const { t } = useWords();
  const { sort } = useListContext();
  const kind = fieldOf(meta, sort.field)?.kind ?? 'id';
  const direction = t(`panel.sort.${words[kind] ?? 'text'}.${sort.order === 'ASC' ? 'up' : 'down'}`);
  return kind === 'id' ? direction : `${t(fieldLabel(meta, sort.field))}, ${direction}`;
};
