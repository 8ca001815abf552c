import { useState, type ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from './Button';
import { Field } from './Field';
import { Note } from './Note';
import { Select } from './Select';

interface ReadFile<Column> {
  name: string;
  /** '': nothing tells it, and `affected` shows what depends on it. */
  encoding: string;
  /** '': the file is no CSV. */
  delimiter: string;
  columns: readonly Column[];
  affected: readonly { line: number; cells: readonly string[] }[];
}

/** What somebody has said about how a file is read. */
export interface Reading<Column> {
  encoding?: string;
  delimiter?: string;
  columns?: readonly Column[];
}

interface Props<Column> {
  file: ReadFile<Column>;
  label: string;
  /** The names of the fields that no column is, as one text. */
  missing: string;
  affectedLabel: string;
  title?: ReactNode;
  /** What stands before the choices, and before the button that plans again. */
  head?: ReactNode;
  foot?: ReactNode;
  isBusy?: boolean;
  drawColumns: (columns: readonly Column[], onChange: (columns: readonly Column[]) => void) => ReactNode;
  onRead: (reading: Reading<Column>) => void;
}

const encodings = ['utf-8', 'utf-16', 'windows-1252', 'windows-1250', 'macintosh'] as const;
const delimiters = { ',': 'comma', ';': 'semicolon', tab: 'tab' } as const;

/** How a file is read: its encoding, what stands between its cells, and what its columns are. Any change plans anew. */
export const FileReading = <Column,>({ file, missing, drawColumns, onRead, ...shown }: Props<Column>) => {
  const t = useTranslate();
  const [encoding, setEncoding] = useState(file.encoding);
  const [delimiter, setDelimiter] = useState(file.delimiter);
  const [columns, setColumns] = useState(file.columns);
  const isSameCut = encoding === file.encoding && delimiter === file.delimiter;
  const isChanged = !isSameCut || columns !== file.columns;
  const isBook = /\.xlsx$/i.test(file.name); // it says itself how it is written
  const isKnown = encodings.some(value => value === file.encoding) || file.encoding === '';
  const read = () =>
    onRead({
      ...(encoding && { encoding }),
      ...(delimiter && { delimiter }),
      ...(isSameCut && columns.length > 0 && { columns }), // another cut makes other headings, which speak for themselves first
    });
  return (
    <section className="form-s" aria-label={shown.label}>
      {shown.title}
      {file.encoding === '' && <Affected lines={file.affected} label={shown.affectedLabel} />}
      {missing !== '' && <Note tone="warn">{t('panel.pool.file.missing', { fields: missing })}</Note>}
      {shown.head}
      <div className="g2">
        {isKnown && !isBook && (
          <Field label={t('panel.pool.file.encoding')}>
            <Select
              value={encoding}
              {...(file.encoding === '' && { empty: '–' })}
              choices={encodings.map(value => ({ value, label: t(`panel.pool.file.encoding.${value}`) }))}
              onChange={setEncoding}
            />
          </Field>
        )}
        {file.delimiter !== '' && !isBook && (
          <Field label={t('panel.pool.file.delimiter')}>
            <Select
              value={delimiter}
              choices={Object.entries(delimiters).map(([value, name]) => ({
                value,
                label: t(`panel.pool.file.delimiter.${name}`),
              }))}
              onChange={setDelimiter}
            />
          </Field>
        )}
      </div>
      {columns.length > 0 && drawColumns(columns, setColumns)}
      {shown.foot}
      {isChanged && (
        <Button isBusy={shown.isBusy === true} onClick={read}>
          {t('panel.pool.file.again')}
        </Button>
      )}
    </section>
  );
};

interface AffectedProps {
  lines: ReadFile<unknown>['affected'];
  label: string;
}

/** Rows or lines that read otherwise in another encoding. */
const Affected = ({ lines, label }: AffectedProps) => {
  const t = useTranslate();
  return (
    <Note tone="warn">
      {t('panel.pool.file.affectedHint')}
      <ul className="lines" aria-label={label}>
        {lines.map(({ line, cells }) => (
          <li key={line}>
            <span className="grow name">
              {cells.filter(Boolean).join(' · ')}
              <span className="of">{t('panel.pool.file.line', { line })}</span>
            </span>
          </li>
        ))}
      </ul>
    </Note>
  );
};
