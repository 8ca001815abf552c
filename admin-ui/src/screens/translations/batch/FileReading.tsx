import { useState } from 'react';
import { useTranslate } from 'ra-core';
import type { TextFile } from '../../../generated/answers';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { Note } from '../../../ui/Note';
import { Select } from '../../../ui/Select';
import { FileColumns, type TextColumn } from './FileColumns';

/** What somebody has said about how a file is read. */
export interface Reading {
  encoding?: string;
  delimiter?: string;
  columns?: TextColumn[];
}

interface Props {
  file: TextFile;
  locales: readonly string[];
  onRead: (reading: Reading) => void;
}

const encodings = ['utf-8', 'utf-16', 'windows-1252', 'windows-1250', 'macintosh'] as const;
const delimiters = { ',': 'comma', ';': 'semicolon', tab: 'tab' } as const;

/** How a file of texts is read: its encoding, its columns, its languages. Any change plans anew. */
export const FileReading = ({ file, locales, onRead }: Props) => {
  const t = useTranslate();
  const [encoding, setEncoding] = useState(file.encoding);
  const [delimiter, setDelimiter] = useState(file.delimiter);
  const [columns, setColumns] = useState<readonly TextColumn[]>(file.columns);
  const isSameCut = encoding === file.encoding && delimiter === file.delimiter;
  const isChanged = !isSameCut || columns !== file.columns;
  const missing = file.missing.map(field => t(`panel.texts.file.field.${field}`)).join(', ');
  const named = file.locales.map(one => t('panel.texts.file.localeOf', { name: one.name, locale: one.locale }));
  const read = () =>
    onRead({
      ...(encoding && { encoding }),
      ...(delimiter && { delimiter }),
      // Another cut makes other headings, which speak for themselves first.
      ...(isSameCut &&
        columns.length > 0 && {
          columns: columns.map(({ heading, field, locale }) => ({ heading, field, locale })),
        }),
    });
  const isKnown = encodings.some(value => value === file.encoding) || file.encoding === '';
  return (
    <section className="form-s" aria-label={t('panel.texts.file.read')}>
      {file.encoding === '' && <Affected file={file} />}
      {missing !== '' && <Note tone="warn">{t('panel.pool.file.missing', { fields: missing })}</Note>}
      {named.length > 0 && <p className="help">{t('panel.texts.file.locales', { names: named.join(', ') })}</p>}
      <div className="g2">
        {isKnown && (
          <Field label={t('panel.pool.file.encoding')}>
            <Select
              value={encoding}
              {...(file.encoding === '' && { empty: '–' })}
              choices={encodings.map(value => ({ value, label: t(`panel.pool.file.encoding.${value}`) }))}
              onChange={setEncoding}
            />
          </Field>
        )}
        {file.delimiter !== '' && (
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
      {columns.length > 0 && <FileColumns columns={columns} locales={locales} onChange={setColumns} />}
      {isChanged && <Button onClick={read}>{t('panel.pool.file.again')}</Button>}
    </section>
  );
};

/** Lines that read otherwise in another encoding. */
const Affected = ({ file }: { file: TextFile }) => {
  const t = useTranslate();
  return (
    <Note tone="warn">
      {t('panel.pool.file.affectedHint')}
      <ul className="lines" aria-label={t('panel.texts.file.affected')}>
        {file.affected.map(({ line, cells }) => (
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
