import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import type { DialogProps } from '../../engine/overrideProps';
import type { Project } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Combobox } from '../../ui/Combobox';
import { Empty } from '../../ui/Empty';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { request } from '../../providers/http';
import { HttpError } from '../../providers/httpError';
import { AssignRow } from './AssignRow';
import { changesOf, inTier, rowsOf, withMsp } from './assignments';
import { searchMsps, useMspNames, type Firm } from './useMspNames';
import '../../ui/lines.css';
import '../msp/msp.css';

/** Which MSPs are offered a project, in which tier and from when on. */
export const AssignDialog = ({ record, onClose, onDone }: DialogProps<Project>) => {
  const t = useTranslate();
  const notify = useNotify();
  const before = rowsOf(record);
  const [rows, setRows] = useState(before);
  const [found, setFound] = useState(new Map<number, Firm>());
  const names = new Map([...found, ...useMspNames(before.map(({ mspId }) => mspId))]);
  const count = changesOf(before, rows);
  const save = useMutation({
    mutationFn: async () => {
      const headers = { 'if-match': `"${record.version}"` };
      return (await request<Project>('PUT', `/api/project/${record.id}`, { body: { msps: rows }, headers })).data;
    },
    onSuccess: saved => {
      notify('msp.assign.saved', { type: 'success', messageArgs: { smart_count: saved.msps.length } });
      onDone(saved);
    },
  });
  const wrong = save.error instanceof HttpError ? save.error.fieldErrors : {};
  const search = searchMsps(record.clientId ?? 0);
  const offered = async (text: string, signal: AbortSignal) => {
    const firms = await search(text, signal);
    setFound(old => new Map([...old, ...firms.map((firm): [number, Firm] => [firm.id, firm])]));
    const free = firms.filter(({ id }) => !rows.some(row => row.mspId === id));
    return free.map(({ id, name, tier }) => ({ value: String(id), label: name, sub: t('msp.assign.tier', { tier }) }));
  };
  const submit = () => count > 0 && !save.isPending && save.mutate();
  return (
    <Modal
      title={t('msp.assign.title')}
      sub={record.title}
      isTall
      isBusy={save.isPending}
      unsaved={count}
      note={t('msp.assign.note')}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          refusal={count === 0 ? t('msp.assign.nothing') : undefined}
          isBusy={save.isPending}
          onClick={submit}
        >
          {count > 0 ? t('msp.assign.submit', { smart_count: count }) : t('msp.assign.save')}
        </Button>
      }
    >
      {save.error && <Refusal error={save.error} onRetry={retryOf(save)} />}
      {rows.length === 0 && <Empty icon="users" title={t('msp.assign.none')} />}
      <ul className="assign" aria-label={t('msp.assign.list')}>
        {rows.map((row, i) => (
          <AssignRow
            key={row.mspId}
            row={row}
            firm={names.get(row.mspId)}
            errors={Object.entries(wrong).flatMap(([at, keys]) => (at.startsWith(`msps[${i}].`) ? keys : []))}
            onTier={tier => setRows(inTier(rows, row.mspId, tier))}
            onRelease={releaseAt => setRows(rows.map(old => (old === row ? { ...row, releaseAt } : old)))}
            onRemove={() => setRows(rows.filter(old => old !== row))}
          />
        ))}
      </ul>
      <div className="assign-add">
        <Field label={t('msp.assign.add')} hint={t('msp.assign.addHint', { client: record.clientName })}>
          <Combobox
            name={`msps of ${record.clientId} without ${rows.map(({ mspId }) => mspId).join(' ')}`}
            search={offered}
            value={null}
            placeholder={t('msp.assign.find')}
            onChange={one => one && setRows(withMsp(rows, Number(one.value), found.get(Number(one.value))?.tier ?? 1))}
          />
        </Field>
      </div>
    </Modal>
  );
};
