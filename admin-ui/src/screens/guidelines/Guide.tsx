import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { Bar, Level } from '../../ui/Level';
import { Chip } from '../../ui/Chip';
import { Came, Gone, TextDifference } from '../../ui/Difference';
import { Empty } from '../../ui/Empty';
import { KeyCap } from '../../ui/KeyCap';
import { LinkButton } from '../../ui/LinkButton';
import { Note } from '../../ui/Note';
import { Skeleton } from '../../ui/Skeleton';
import { StatusChip } from '../../ui/StatusChip';
import { enumText, useMeta } from '../../meta';
import { GuideButtons } from './GuideButtons';
import { GuideDialogs } from './GuideDialogs';
import { GuideFields } from './GuideFields';
import { GuideFiles } from './GuideFiles';
import { GuideIcons } from './GuideIcons';
import { GuidePickers } from './GuidePickers';

/** The enumerations that are statuses. */
const statuses = ['projectStatus', 'applicationStatus', 'userStatus'] as const;

const before = 'Build and run the services that move current accounts to the new ledger.';
const after = 'Build and run the services that move current and savings accounts to the new ledger.';

/** The shared pieces, once. */
export const Guide = () => {
  const t = useTranslate();
  const meta = useMeta();
  return (
    <>
      <Part title={t('panel.guide.status')}>
        {statuses.map(name => (
          <div key={name} className="guide-r">
            {meta.enums?.[name]?.map(value => (
              <StatusChip key={value} status={value} label={t(enumText(meta, name, value))} />
            ))}
          </div>
        ))}
      </Part>
      <Part title={t('panel.guide.buttons')}>
        <GuideButtons />
      </Part>
      <Part title={t('panel.guide.fields')}>
        <GuideFields />
      </Part>
      <Part title={t('panel.guide.pickers')}>
        <GuidePickers />
      </Part>
      <Part title={t('panel.guide.files')}>
        <GuideFiles />
      </Part>
      <Part title={t('panel.guide.level')}>
        <div className="guide-r guide-l">
          <Level value={1} max={3} />
          <Level value={5} max={7} />
          <Level value={7} max={7} tone="ok" />
          <Bar parts={[{ share: 0.62, tone: 'accent' }]} />
          <Bar
            parts={[
              { share: 0.7, tone: 'ok' },
              { share: 0.2, tone: 'warn' },
              { share: 0.06, tone: 'bad' },
            ]}
          />
        </div>
      </Part>
      <Part title={t('panel.guide.messages')}>
        <div className="guide-n">
          <Note tone="accent">{t('panel.guide.noteInfo')}</Note>
          <Note tone="warn">{t('panel.guide.noteWarn')}</Note>
          <Note tone="bad">
            {t('panel.guide.noteBad')} <LinkButton>{t('panel.guide.tryAgain')}</LinkButton>
          </Note>
          <Note>{t('panel.guide.locked')}</Note>
        </div>
      </Part>
      <Part title={t('panel.guide.difference')}>
        <p>
          <Gone>30 Jun 2027</Gone> <Came>31 Aug 2027</Came>
        </p>
        <TextDifference before={before} after={after} />
      </Part>
      <Part title={t('panel.guide.dialogs')}>
        <GuideDialogs />
      </Part>
      <Part title={t('panel.guide.search')}>
        <div className="guide-r">
          <Skeleton width={240} />
          <Skeleton width={120} />
          <Chip icon="clock" tone="info" isLoud>
            {t('panel.modal.busy')}
          </Chip>
          <KeyCap>Ctrl K</KeyCap>
        </div>
        <Empty title={t('panel.guide.empty')} action={<LinkButton>{t('panel.guide.tryAgain')}</LinkButton>}>
          {t('panel.guide.emptyText')}
        </Empty>
      </Part>
      <Part title={t('panel.guide.icons')}>
        <GuideIcons />
      </Part>
    </>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h3>{title}</h3>
    {children}
  </>
);
