import { useTranslate } from 'ra-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Age } from '../../engine/cells/Age';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { AsideProps } from '../../engine/overrideProps';
import type { VmsShape, VmsShapePath } from '../../generated/answers';
import type { VmsConnection } from '../../generated/resources';
import { request } from '../../providers/http';
import { Skeleton } from '../../ui/Skeleton';
import { ShapeAlarm } from './ShapeAlarm';
import './vms.css';

/** What the messages of a connection consist of, and what of that is not as it was. */
export const Shape = ({ record, onDone }: AsideProps<VmsConnection>) => {
  const t = useTranslate();
  const client = useQueryClient();
  const path = `/api/vms/connection/${record.id}/shape`;
  const key = ['vms', 'shape', record.id];
  const shape = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request<VmsShape>('GET', path, { signal })).data,
    gcTime: 0,
  });
  if (shape.error) return <Refusal error={shape.error} onRetry={retryOf(shape)} />;
  if (!shape.data) return <Skeleton width={320} />;
  const { paths, more } = shape.data;
  const changed = paths.filter(({ alarm }) => alarm !== null);
  const title = t('panel.vms.shape.title', { smart_count: changed.length });
  const accepted = (now: VmsShape) => {
    client.setQueryData(key, now);
    onDone?.();
  };
  if (paths.length === 0)
    return (
      <div className="vms-try">
        <p className="t2">{t('panel.vms.shape.none')}</p>
      </div>
    );
  return (
    <div className="vms-try">
      {changed.length > 0 && (
        <section className="vms-part vms-proposals" aria-label={title}>
          <h3>{title}</h3>
          <p className="t2">{t('panel.vms.shape.text')}</p>
          <ul>
            {changed.map(each => (
              <ShapeAlarm key={keyOf(each)} of={each} url={path} onAccepted={accepted} />
            ))}
          </ul>
        </section>
      )}
      <Known paths={paths} />
      {more && <p>{t('panel.vms.shape.more')}</p>}
    </div>
  );
};

const keyOf = ({ entity, path }: VmsShapePath) => `${entity} ${path}`;

const Known = ({ paths }: { paths: VmsShapePath[] }) => {
  const t = useTranslate();
  const title = t('panel.vms.shape.known');
  return (
    <section className="vms-part vms-exchange" aria-label={title}>
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            {['path', 'types', 'presence'].map(name => (
              <th key={name} scope="col">
                {t(`panel.vms.shape.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paths.map(each => (
            <tr key={keyOf(each)}>
              <th scope="row">
                <code>{each.path}</code> <span className="t2">{t(`enum.vmsEntity.${each.entity}`)}</span>
              </th>
              <td>{each.types.map(type => t(`enum.vmsValueType.${type}`)).join(', ')}</td>
              <td>
                {t(each.always ? 'panel.vms.shape.always' : 'panel.vms.shape.sometimes')} <Age at={each.seenAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
