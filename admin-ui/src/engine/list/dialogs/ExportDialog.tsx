import { useState } from 'react';
import { useListContext, useLocale } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { pairOf } from '../../cells/pairs';
import { Button } from '../../../ui/Button';
import { Modal } from '../../../ui/Modal';
import { Radio } from '../../../ui/Radio';
import { handOver } from '../../../providers/bytes';
import { request } from '../../../providers/http';
import { useResourceMeta } from '../../../meta';
import { useOnline } from '../../useOnline';
import { retryOf } from '../../form/retryOf';
import { useWords } from '../../useWords';
import { choosable } from '../columns';
import { useListUi } from '../ListUi';
import { Refusal } from './Refusal';
import './choices.css';

/** More ids than this do not fit into one question. */
const idsAtMost = 200;

/**
 * Hands everything the filter matches, or what is chosen, to the browser as a file in the words of the reader. The
 * service streams it.
 */
export const ExportDialog = () => {
  const meta = useResourceMeta();
  const { t, number, plural, name } = useWords();
  const { total = 0, filterValues, sort } = useListContext();
  const { columns, selection, close } = useListUi();
  const online = useOnline();
  const locale = useLocale() ?? 'en';
  const canPick = !selection.everything && selection.ids.size > 0 && selection.ids.size <= idsAtMost;
  const [format, setFormat] = useState('csv');
  const [rows, setRows] = useState(canPick ? 'chosen' : 'matching');
  const [width, setWidth] = useState('shown');
  const shown = columns.flatMap(({ field }) => [
    field.name,
    ...(pairOf(meta, field) ? [pairOf(meta, field)?.other] : []),
  ]);
  const count = rows === 'chosen' ? selection.ids.size : total;
  const run = useMutation({
    mutationFn: async () => {
      const { data } = await request<{ url: string }>('POST', `/api/export/${meta.name}`, {
        body: {
          format,
          filters: rows === 'chosen' ? { id: [...selection.ids].join(',') } : filterValues,
          s: `${sort.field}:${sort.order.toLowerCase()}`,
          columns: width === 'shown' ? shown : choosable(meta),
          headings: 'labels',
          locale,
        },
      });
      return data.url;
    },
    onSuccess: url => {
      handOver(url);
      close();
    },
  });
  const choice = (group: string, value: string, isOn: boolean, set: (value: string) => void, text: string) => (
    <Radio name={group} value={value} isOn={isOn} onChange={set}>
      {text}
    </Radio>
  );
  return (
    <Modal
      title={t('panel.export.title', { plural })}
      note={t('panel.export.note')}
      isBusy={run.isPending}
      onClose={close}
      actions={
        <Button
          look="primary"
          refusal={online ? undefined : t('panel.list.offline')}
          isBusy={run.isPending}
          onClick={() => run.mutate()}
        >
          {t('panel.export.submit', { count: number(count), noun: count === 1 ? name : plural })}
        </Button>
      }
    >
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
      <Choices label={t('panel.export.rows')}>
        {canPick &&
          choice(
            'rows',
            'chosen',
            rows === 'chosen',
            setRows,
            t('panel.export.chosen', { count: number(selection.ids.size) }),
          )}
        {choice('rows', 'matching', rows === 'matching', setRows, t('panel.export.matching', { count: number(total) }))}
      </Choices>
      <Choices label={t('panel.export.format')}>
        {choice('format', 'csv', format === 'csv', setFormat, t('panel.export.csv'))}
        {choice('format', 'xlsx', format === 'xlsx', setFormat, t('panel.export.xlsx'))}
      </Choices>
      <Choices label={t('panel.export.columns')}>
        {choice(
          'columns',
          'shown',
          width === 'shown',
          setWidth,
          t('panel.export.shown', { count: number(columns.length) }),
        )}
        {choice(
          'columns',
          'all',
          width === 'all',
          setWidth,
          t('panel.export.all', { count: number(choosable(meta).length) }),
        )}
      </Choices>
    </Modal>
  );
};

interface ChoicesProps {
  label: string;
  children: React.ReactNode;
}

const Choices = ({ label, children }: ChoicesProps) => (
  <fieldset className="choices">
    <legend>{label}</legend>
    {children}
  </fieldset>
);
