import { Suspense } from 'react';
import { useListContext } from 'ra-core';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { LinkButton } from '../../ui/LinkButton';
import { actionLabel, useResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { useNarrow } from '../useNarrow';
import { useOnline } from '../useOnline';
import { useWords } from '../useWords';
import { fitsSome } from './fitsSome';
import { useListUi } from './ListUi';
import '../../ui/tick.css';

/** What one can do with the chosen rows. It stands where the count line stood, so that nothing moves. */
export const SelectionBar = () => {
  const meta = useResourceMeta();
  const { t, number } = useWords();
  const { total = 0, data, filterValues } = useListContext();
  const { selection, open } = useListUi();
  const online = useOnline();
  const narrow = useNarrow();
  const { Chosen } = useOverride(meta.name);
  const count = selection.everything ? total : selection.ids.size;
  const canGrow = !selection.everything && total > selection.ids.size;
  return (
    <section className="toolbar selbar" aria-label={t('panel.selection.label')}>
      <MixedBox label={t('panel.selection.clear')} isAll={selection.everything} onClear={selection.clear} />
      <b role="status">{t('panel.selection.count', { count: number(count) })}</b>
      {canGrow && (
        <LinkButton onClick={selection.selectEverything}>
          {t(narrow ? 'panel.selection.all' : 'panel.selection.everything', { total: number(total) })}
        </LinkButton>
      )}
      <span className="end">
        {Chosen && !selection.everything && (
          <Suspense fallback={null}>
            <Chosen ids={[...selection.ids]} />
          </Suspense>
        )}
        {meta.actions
          .filter(action => action.bulk && fitsSome(action, { selection, rows: data, filters: filterValues }))
          .map(action => (
            <Button
              key={action.name}
              small
              look="quiet"
              refusal={online ? undefined : t('panel.list.offline')}
              onClick={() => open({ kind: 'bulk', action })}
            >
              {t(actionLabel(meta, action.name, 'label'))}
            </Button>
          ))}
        {meta.can.includes('export') && (
          <Button small look="quiet" className="hide-s" onClick={() => open({ kind: 'export' })}>
            {t('panel.export.open')}
          </Button>
        )}
        <IconButton small icon="x" label={t('panel.selection.clear')} onClick={selection.clear} />
      </span>
    </section>
  );
};

interface BoxProps {
  label: string;
  isAll: boolean;
  onClear: () => void;
}

const MixedBox = ({ label, isAll, onClear }: BoxProps) => (
  <input
    type="checkbox"
    className="cb"
    aria-label={label}
    checked
    ref={box => {
      if (box) box.indeterminate = !isAll; // a property without an attribute
    }}
    onChange={onClear}
  />
);
