import { Suspense } from 'react';
import { useTranslate } from 'ra-core';
import { StatusChip } from '../../ui/StatusChip';
import { enumText, fieldOf, useMeta, type ResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { HeadFacts } from './HeadFacts';

interface Props {
  meta: ResourceMeta;
  record: Record<string, unknown>;
}

/** The line under the title of a record: its state, its handle, whose it is, and what the override adds. */
export const FormHead = ({ meta, record }: Props) => {
  const t = useTranslate();
  const all = useMeta();
  const { Head } = useOverride(meta.name);
  const status = meta.status ? String(record[meta.status] ?? '') : '';
  const set = fieldOf(meta, meta.status)?.enum ?? '';
  const handle = meta.handle && meta.handle !== meta.title ? String(record[meta.handle] ?? '') : '';
  const client = meta.head?.includes('clientId') ? undefined : record['clientName'];
  return (
    <>
      <div className="form-head">
        {status && <StatusChip status={status} label={t(enumText(all, set, status))} />}
        {handle && <span className="mono">{handle}</span>}
        {typeof client === 'string' && <span>{client}</span>}
        {Head && (
          <Suspense fallback={null}>
            <Head record={record} />
          </Suspense>
        )}
      </div>
      <HeadFacts meta={meta} record={record} />
    </>
  );
};
