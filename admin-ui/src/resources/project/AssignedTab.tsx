import { useState } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { whenOf } from '../../format/when';
import { useCan } from '../../meta';
import type { AsideProps } from '../../engine/overrideProps';
import type { Project } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { Empty } from '../../ui/Empty';
import { AssignDialog } from './AssignDialog';
import { useMspNames } from './useMspNames';
import '../../ui/lines.css';
import '../msp/msp.css';

/** The MSPs that are offered a project. */
export const AssignedTab = ({ record, onDone }: AsideProps<Project>) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const [isOpen, setOpen] = useState(false);
  const mayAssign = useCan('project.mspAssign') && record.status !== 'DELETED';
  const names = useMspNames(record.msps.map(({ mspId }) => mspId ?? 0));
  const button = mayAssign && (
    <Button icon="users" onClick={() => setOpen(true)}>
      {t('msp.assign.title')}
    </Button>
  );
  const when = (at: string | null) =>
    at ? t('project.msps.from', { when: whenOf(locale, at) }) : t('msp.assign.atOnce');
  const lines = record.msps.toSorted((a, b) => a.tier - b.tier);
  return (
    <section className="form-s" aria-label={t('msp.tab.assigned')}>
      {lines.length === 0 && (
        <Empty icon="users" title={t('msp.assign.none')} action={button || undefined}>
          {t('msp.assign.noneText')}
        </Empty>
      )}
      <ul className="lines">
        {lines.map(({ mspId, tier, releaseAt, suspended }) => (
          <li key={mspId}>
            <span className="grow name">
              {names.get(mspId ?? 0)?.name ?? `# ${mspId}`}
              <span className="of">{when(releaseAt)}</span>
            </span>
            {suspended && (
              <Chip tone="warn" icon="pause" isLoud>
                {t('resources.project.fields.msps.suspended')}
              </Chip>
            )}
            <span className="tag">{t('msp.assign.tier', { tier })}</span>
          </li>
        ))}
      </ul>
      {lines.length > 0 && button}
      {isOpen && (
        <AssignDialog
          record={record}
          onClose={() => setOpen(false)}
          onDone={saved => {
            setOpen(false);
            onDone?.(saved);
          }}
        />
      )}
    </section>
  );
};
