// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be placed by themselves, and only those in sight are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
import { Fragment, memo, type ReactNode } from 'react';
import { sourceLocale } from './calls';
import { CellView } from './CellView';
import { cellId, type Work } from './desk';
import type { HistoryScope } from './historyCalls';
import { Actions, Facts } from './ListCells';
import { cellOf, sightingId, type Sheet, type Sightings } from './sheet';

interface Props {
  sheet: Sheet;
  messageKey: string;
  index: number;
  height: number;
  locales: readonly string[];
  works: ReadonlyMap<string, Work>;
  sightings: Sightings | undefined;
  /** The column the cursor is in, when it is in this row. */
  column: number | undefined;
  /** The field that stands in place of the cell with the cursor. */
  editor: ReactNode;
  onPick: (row: number, column: number) => void;
  /** A row of a list: with the number of its text, its language and what can be done with it. */
  onHistory: ((told: HistoryScope) => void) | undefined;
  mayWrite: boolean;
}

/** Where a cell stands in the document, so that the grid can name the one with the cursor. */
export const cellDomId = (row: number, column: number) => `tx-${row}-${column}`;

/** One key in every language that is shown. */
export const Row = memo((props: Props) => {
  const { sheet, messageKey, index, height, locales, works, sightings, column, editor, onPick, onHistory, mayWrite } =
    props;
  const listed = onHistory && cellOf(sheet, locales[0] ?? sourceLocale, messageKey);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`tx-row ${column === undefined ? '' : 'cur'}`}
      style={{ height, transform: `translateY(${index * height}px)` }}
    >
      {listed && <Facts shown={listed} />}
      <div role="rowheader" className="tx-key mono" title={messageKey}>
        {messageKey.split(/(?<=\.)/).map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <Fragment key={i}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </div>
      {locales.map((locale, at) => {
        const shown = cellOf(sheet, locale, messageKey);
        const isCursor = at === column;
        return (
          <div
            key={locale}
            id={cellDomId(index, at)}
            role="gridcell"
            aria-selected={isCursor}
            lang={locale}
            className={`tx-cell ${shown.state} ${isCursor ? 'on' : ''}`}
            onClick={() => onPick(index, at)}
          >
            {isCursor && editor ? (
              editor
            ) : (
              <CellView
                shown={shown}
                work={works.get(cellId({ client: sheet.client, locale, messageKey }))}
                sighting={sightings?.get(sightingId(locale, messageKey))}
              />
            )}
          </div>
        );
      })}
      {listed && (
        <Actions
          client={sheet.client}
          messageKey={messageKey}
          shown={listed}
          onEdit={mayWrite ? () => onPick(index, 0) : undefined}
          onHistory={onHistory}
        />
      )}
    </div>
  );
});
