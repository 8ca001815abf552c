import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { DismissedDialog } from './DismissedDialog';
import { notUsed, type Sheet, withFinding } from './sheet';
import { Unused } from './Unused';

interface Props {
  /** What the grid is narrowed to. */
  state: string;
  sheet: Sheet;
  /** The keys that it shows. */
  keys: readonly string[];
  mayWrite: boolean;
}

/** What it means that the grid shows these keys, where that does not go without saying. */
export const Hint = ({ state, sheet, keys, mayWrite }: Props) => {
  if (state === notUsed) return <Unused client={sheet.client} keys={keys} mayWrite={mayWrite} />;
  if (state === withFinding) return <Found sheet={sheet} mayWrite={mayWrite} />;
  return null;
};

const Found = ({ sheet, mayWrite }: Pick<Props, 'sheet' | 'mayWrite'>) => {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const count = [...(sheet.aside?.values() ?? [])].flat().length;
  return (
    <div className="tx-hint">
      <p>{t('panel.texts.findingHint')}</p>
      {count > 0 && (
        <Button small icon="check" onClick={() => setOpen(true)}>
          {t('panel.texts.aside.show', { smart_count: count })}
        </Button>
      )}
      {isOpen && <DismissedDialog sheet={sheet} mayWrite={mayWrite} onClose={() => setOpen(false)} />}
    </div>
  );
};
