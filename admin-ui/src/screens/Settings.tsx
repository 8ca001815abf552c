import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { PlannedHere } from '../engine/planned/PlannedHere';
import { useCan } from '../meta';
import { Skeleton } from '../ui/Skeleton';
import { Failure } from './dashboard/Failure';
import { PendingSends } from './settings/PendingSends';
import { Ownership } from './settings/Ownership';
import { SettingLine } from './settings/SettingLine';
import { readSettings, settingsKey } from './settings/calls';
import './settings/settings.css';

/** What holds for the whole product, and the ownership rule of clients and legal entities. */
export const Settings = () => {
  const t = useTranslate();
  const isReadOnly = !useCan('setting.write');
  const { data, error, refetch } = useQuery({
    queryKey: settingsKey(),
    queryFn: ({ signal }) => readSettings('', signal),
  });
  return (
    <div className="sets">
      <header>
        <h1>{t('menu.settings')}</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="sets-body" tabIndex={0} aria-label={t('menu.settings')} aria-busy={!data && !error}>
        <p className="t2 s13">{t('setting.intro')}</p>
        <PendingSends isReadOnly={isReadOnly} />
        <PlannedHere entity="setting" />
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton width={320} />}
        {data?.map(setting => (
          <SettingLine key={setting.key} setting={setting} isReadOnly={isReadOnly} />
        ))}
        {data && <Ownership isReadOnly={isReadOnly} />}
      </section>
    </div>
  );
};
