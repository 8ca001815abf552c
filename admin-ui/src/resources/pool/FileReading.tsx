import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { PoolFile, PoolPlan } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Note } from '../../ui/Note';
import { Select } from '../../ui/Select';
import { FileColumns } from './FileColumns';
import { askFilePlan, type ReadColumn } from './merging';

interface Props {
  poolId: number;
  file: PoolFile;
  onPlanned: (plan: PoolPlan) => void;
  onBegun: (jobId: string) => void;
}

const encodings = ['utf-8', 'utf-16', 'windows-1252', 'windows-1250', 'macintosh'] as const;
const delimiters = { ',': 'comma', ';': 'semicolon', tab: 'tab' } as const;

/** How a file is read: its encoding, what stands between its cells, and what its columns are. Any change plans anew. */
export const FileReading = ({ poolId, file, onPlanned, onBegun }: Props) => {
  const t = useTranslate();
  const [encoding, setEncoding] = useState(file.encoding);
  const [delimiter, setDelimiter] = useState(file.delimiter);
  const [columns, setColumns] = useState<readonly ReadColumn[]>(file.columns);
  const isChanged = encoding !== file.encoding || delimiter !== file.delimiter || columns !== file.columns;
  const again = useMutation({
    mutationFn: () => {
      const said = columns.map(({ heading, field, clears }) => ({ heading, field, clears }));
      // Another cut makes other headings, which speak for themselves first.
      const isSameCut = encoding === file.encoding && delimiter === file.delimiter;
      return askFilePlan(poolId, {
        resourceId: file.resourceId,
        ...(encoding && { encoding }),
        delimiter,
        ...(isSameCut && { columns: said }),
      });
    },
    onSuccess: made => (made.planId === '' ? onBegun(made.jobId) : onPlanned(made)),
  });
  const missing = file.missing.map(field => t(`pool.file.field.${field}`)).join(', ');
  return (
    <section className="form-s" aria-label={file.name}>
      <h3>
        {file.name}, {t('panel.pool.file.rows', { smart_count: file.rows })}
      </h3>
      {file.encoding === '' && <Affected file={file} />}
      {missing !== '' && <Note tone="warn">{t('panel.pool.file.missing', { fields: missing })}</Note>}
      <div className="g2">
        <Field label={t('panel.pool.file.encoding')}>
          <Select
            value={encoding}
            choices={encodings.map(value => ({ value, label: t(`panel.pool.file.encoding.${value}`) }))}
            onChange={setEncoding}
          />
        </Field>
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
      </div>
      <FileColumns columns={columns} onChange={setColumns} />
      {again.error && <Refusal error={again.error} onRetry={retryOf(again)} />}
      {isChanged && (
        <Button isBusy={again.isPending} onClick={() => again.mutate()}>
          {t('panel.pool.file.again')}
        </Button>
      )}
    </section>
  );
};

/** Rows that read otherwise in another encoding. */
const Affected = ({ file }: { file: PoolFile }) => {
  const t = useTranslate();
  return (
    <Note tone="warn">
      {t('panel.pool.file.affectedHint')}
      <ul className="lines" aria-label={t('panel.pool.file.affected')}>
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
