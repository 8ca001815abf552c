import { useTranslate } from 'ra-core';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useCan } from '../../meta';
import { Empty } from '../../ui/Empty';
import { Note } from '../../ui/Note';
import { Skeleton } from '../../ui/Skeleton';
import { UnknownLine } from './UnknownLine';
import { keyOf, useUnknownValues } from './unknownValues';
import { VmsTabs } from './VmsTabs';
import './vms.css';

/** Values of vendor management systems that nobody has said the meaning of: one decision releases all that wait for it. */
export const UnknownValues = () => {
  const t = useTranslate();
  const mayDecide = useCan('vms.mapping.write');
  const { data, error, refetch } = useUnknownValues();
  return (
    <div className="vms">
      <VmsTabs />
      <header>
        <h1 tabIndex={-1}>{t('menu.vmsUnknown')}</h1>
      </header>
      <section
        className="vms-body"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={t('menu.vmsUnknown')}
        aria-busy={!data && !error}
      >
        {error && <Refusal error={error} onRetry={retryOf({ error, refetch })} />}
        {!data && !error && <Skeleton width={320} />}
        {data?.length === 0 && <Empty icon="done" title={t('panel.vms.unknown.none')} />}
        {data && data.length > 0 && !mayDecide && <Note>{t('panel.vms.unknown.mayNot')}</Note>}
        {data?.map(each => (
          <UnknownLine key={keyOf(each)} unknown={each} mayDecide={mayDecide} />
        ))}
      </section>
    </div>
  );
};
