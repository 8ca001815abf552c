import { useState } from 'react';
import { useListContext, useLocale } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../ui/Button';
import { Modal } from '../../../ui/Modal';
import { handOver } from '../../../providers/bytes';
import { request } from '../../../providers/http';
import { useResourceMeta } from '../../../meta';
import { useOnline } from '../../useOnline';
import { retryOf } from '../../form/retryOf';
import { useWords } from '../../useWords';
import { useOverride } from '../../override';
import { choosable, resolveColumns } from '../columns';
import { useListUi } from '../ListUi';
import { Choices } from './Choices';
import { ColumnPicker, shownFields } from './ColumnPicker';
import { Refusal } from './Refusal';

/** More ids than this do not fit into one question. */
const idsAtMost = 200;

/**
 * Hands everything the filter matches, or what is chosen, to the browser as a file in the words of the reader. The
 * service streams it.
 */
export const ExportDialog = () => {
  const meta = useResourceMeta();
  const override = useOverride(meta.name);
  const { t, number, plural, name } = useWords();
  const { total = 0, filterValues, sort } = useListContext();
  const { columns, selection, close } = useListUi();
  const online = useOnline();
  const canPick = !selection.everything && selection.ids.size > 0 && selection.ids.size <= idsAtMost;
  const [format, setFormat] = useState('csv');
  const [rows, setRows] = useState(canPick ? 'chosen' : 'matching');
  const [width, setWidth] = useState<'shown' | 'all' | 'picked'>('shown');
  const [picked, setPicked] = useState(() => shownFields(meta, override, columns));
  const all = resolveColumns(meta, override, choosable(meta));
  const count = rows === 'chosen' ? selection.ids.size : total;
  const run = useExport(() => ({
    format,
    filters: rows === 'chosen' ? { id: [...selection.ids].join(',') } : filterValues,
    s: `${sort.field}:${sort.order.toLowerCase()}`,
    columns: { shown: shownFields(meta, override, columns), all: shownFields(meta, override, all), picked }[width],
  }));
  const isEmpty = width === 'picked' && picked.length === 0;
  const figure = (key: string, of: number) => t(key, { count: number(of) });
  return (
    <Modal
      title={t('panel.export.title', { plural })}
      note={t('panel.export.note')}
      isBusy={run.isPending}
      onClose={close}
      actions={
        <Button
          look="primary"
          refusal={online ? (isEmpty ? t('panel.export.none') : undefined) : t('panel.list.offline')}
          isBusy={run.isPending}
          onClick={() => run.mutate()}
        >
          {t('panel.export.submit', { count: number(count), noun: count === 1 ? name : plural })}
        </Button>
      }
    >
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
      <Choices
        label={t('panel.export.rows')}
        name="rows"
        chosen={rows}
        onChange={setRows}
        texts={{
          ...(canPick && { chosen: figure('panel.export.chosen', selection.ids.size) }),
          matching: figure('panel.export.matching', total),
        }}
      />
      <Choices
        label={t('panel.export.format')}
        name="format"
        chosen={format}
        onChange={setFormat}
        texts={{ csv: t('panel.export.csv'), xlsx: t('panel.export.xlsx') }}
      />
      <Choices
        label={t('panel.export.columns')}
        name="columns"
        chosen={width}
        onChange={setWidth}
        texts={{
          shown: figure('panel.export.shown', columns.length),
          all: figure('panel.export.all', all.length),
          picked: t('panel.export.pick'),
        }}
      />
      {width === 'picked' && <ColumnPicker picked={picked} onChange={setPicked} />}
    </Modal>
  );
};

/** Has the service write the file, in the words of the reader, and hands it over. */
const useExport = (wanted: () => object) => {
  const meta = useResourceMeta();
  const { close } = useListUi();
  const locale = useLocale() ?? 'en';
  return useMutation({
    mutationFn: async () => {
      const body = { ...wanted(), headings: 'labels', locale };
      return (await request<{ url: string }>('POST', `/api/export/${meta.name}`, { body })).data.url;
    },
    onSuccess: url => {
      handOver(url);
      close();
    },
  });
};
