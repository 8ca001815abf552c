// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be placed by themselves, and only those in sight are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell
import { useTranslate } from 'ra-core';
import { IconButton } from '../../ui/IconButton';
import type { HistoryScope } from './historyCalls';
import type { Shown } from './sheet';

/** What a list tells of a text before its key: its number, where it has one, and its language. */
export const Facts = ({ shown: { text, locale } }: { shown: Shown }) => (
  <>
    <div role="gridcell" className="tx-fact">
      {text ? text.id : '–'}
    </div>
    <div role="gridcell" className="tx-fact">
      {locale}
    </div>
  </>
);

interface Props {
  client: number;
  messageKey: string;
  shown: Shown;
  onEdit: (() => void) | undefined;
  onHistory: (told: HistoryScope) => void;
}

/** What can be done with a text of a list. */
export const Actions = ({ client, messageKey, shown: { locale, text }, onEdit, onHistory }: Props) => {
  const t = useTranslate();
  const name = { key: messageKey };
  return (
    <div role="gridcell" className="tx-fact">
      {onEdit && <IconButton small icon="edit" label={t('panel.texts.inPlace.edit', name)} onClick={onEdit} />}
      {text && (
        <IconButton
          small
          icon="clock"
          label={t('panel.texts.historyOf', name)}
          onClick={() => onHistory({ client, locale, messageKey })}
        />
      )}
    </div>
  );
};
