// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be placed by themselves, and only those in sight are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell
import { useCallback, type CSSProperties } from 'react';
import { useTranslate } from 'ra-core';
import { useNarrow } from '../../engine/useNarrow';
import type { Desk, Work } from './desk';
import { Editor } from './Editor';
import { GridHead } from './GridHead';
import type { HistoryScope } from './historyCalls';
import { cellDomId, Row } from './Row';
import { limitOf, type Sheet, type Sightings } from './sheet';
import { useGrid } from './useGrid';
import { useShow } from './useShow';
import { useVirtual } from './useVirtual';

interface Props {
  sheet: Sheet;
  keys: readonly string[];
  locales: readonly string[];
  /** Texts of one language with all that is known of each. */
  isList?: boolean;
  desk: Desk;
  works: ReadonlyMap<string, Work>;
  mayWrite: boolean;
  /** Where texts were lacking, when that is what one looks for. */
  sightings?: Sightings | undefined;
  onHistory: (told: HistoryScope) => void;
}

const [high, higher, head] = [72, 104, 36];
const listColumns = 5;

/** Keys and languages, edited like a sheet: one cursor, moved by arrows, and a field where one writes. */
export const Grid = (props: Props) => {
  const { sheet, keys, locales, isList = false, desk, works, mayWrite, sightings, onHistory } = props;
  const t = useTranslate();
  const height = useNarrow() ? higher : high;
  const { ref, from, to, most, reveal } = useVirtual(keys.length, height);
  const show = useShow(ref, reveal, head);
  const grid = useGrid({ sheet, field: { keys, locales }, desk, works, mayWrite, show });
  const { place, isEditing, go } = grid;
  const pick = useCallback((row: number, column: number) => go({ row, column }, mayWrite), [go, mayWrite]);
  const cell = { client: sheet.client, locale: grid.shown.locale, messageKey: grid.messageKey };
  const editor = isEditing && grid.messageKey !== '' && (
    <Editor
      key={`${grid.shown.locale} ${grid.messageKey} ${grid.work?.status === 'saved' ? grid.shown.text?.dateUpdated : ''}`}
      client={sheet.client}
      messageKey={grid.messageKey}
      shown={grid.shown}
      work={grid.work}
      limit={limitOf(sheet, grid.messageKey)}
      onSave={grid.save}
      onCancel={grid.cancel}
      onConfirm={grid.confirm}
      onHistory={() => onHistory(cell)}
      onTakeTheirs={() => {
        desk.takeTheirs(cell);
        go(place, false);
      }}
    />
  );
  return (
    <div
      ref={ref}
      role="grid"
      tabIndex={0}
      className={`tx-grid ${isList ? 'list' : ''}`}
      aria-label={t('panel.texts.grid')}
      aria-rowcount={keys.length + 1}
      aria-colcount={isList ? listColumns : locales.length + 1}
      aria-activedescendant={keys.length > 0 && !isEditing ? cellDomId(place.row, place.column) : undefined}
      // The number of languages is all the layout needs to know.
      style={{ '--tx-langs': locales.length } as CSSProperties}
      onKeyDown={event => {
        const isCtrl = event.ctrlKey || event.metaKey;
        if (event.target === ref.current && !event.altKey && grid.press(event.key, isCtrl)) event.preventDefault();
      }}
    >
      <GridHead locales={locales} isList={isList} />
      <div role="rowgroup" className="tx-body" style={{ height: keys.length * height }}>
        {keys.slice(from, to).map((key, i) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row that leaves becomes one that comes, which costs less than a new one
            key={(from + i) % most}
            sheet={sheet}
            messageKey={key}
            index={from + i}
            height={height}
            locales={locales}
            works={works}
            sightings={sightings}
            onHistory={isList ? onHistory : undefined}
            mayWrite={mayWrite}
            column={from + i === place.row ? place.column : undefined}
            editor={from + i === place.row ? editor : undefined}
            onPick={pick}
          />
        ))}
      </div>
    </div>
  );
};
