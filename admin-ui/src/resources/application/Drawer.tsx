import { useNavigate, useTranslate } from 'ra-core';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { resourceLabel, useResourceMeta } from '../../meta';
import { useUnknownTab } from '../../engine/form/useUnknownTab';
import type { DetailProps } from '../../engine/overrideProps';
import { useRecordPath } from '../../engine/useRecordPath';
import { Empty } from '../../ui/Empty';
import { Tabs } from '../../ui/Tabs';
import { HttpError } from '../../providers/httpError';
import { DrawerFoot } from './DrawerFoot';
import { DrawerFrame } from './DrawerFrame';
import { DrawerHead, DrawerTitle, HeadWaiting } from './DrawerHead';
import { DrawerWaiting } from './DrawerWaiting';
import { useApplication } from './useApplication';
import { useDrawerTabs } from './useDrawerTabs';
import './application.css';

/** One application beside the list, which stays usable: what it says, what is missing, and the next step. */
export const Drawer = ({ id, tab }: DetailProps) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const navigate = useNavigate();
  const path = useRecordPath();
  const query = useApplication(id);
  const application = query.data;
  const { tabs, current, isUnknown } = useDrawerTabs(application, tab);
  const show = (name: string) => navigate(path(id, name === 'overview' ? undefined : name), { replace: true });
  useUnknownTab(application && isUnknown ? tab : undefined, () => show('overview'));
  if (!application) {
    return (
      <DrawerFrame
        id={id}
        title={t(resourceLabel(meta, 'name'))}
        sub={<HeadWaiting />}
        onClose={() => navigate(path())}
      >
        <div className="body">{query.error ? <Missing error={query.error} /> : <DrawerWaiting />}</div>
      </DrawerFrame>
    );
  }
  const { Body } = current;
  return (
    <DrawerFrame
      id={id}
      title={<DrawerTitle application={application} />}
      sub={<DrawerHead application={application} />}
      record={application}
      tab={current.name === 'overview' ? undefined : current.name}
      onClose={() => navigate(path())}
      onDone={() => void query.refetch()}
    >
      <Tabs
        label={t(resourceLabel(meta, 'name'))}
        panel="application-panel"
        tabs={tabs}
        current={current.name}
        onSelect={show}
      />
      <div
        className="body"
        role="tabpanel"
        id="application-panel"
        aria-labelledby={`application-panel-${current.name}`}
      >
        <Body application={application} onChanged={() => void query.refetch()} />
      </div>
      <DrawerFoot application={application} onDone={() => void query.refetch()} />
    </DrawerFrame>
  );
};

const Missing = ({ error }: { error: Error }) => {
  const t = useTranslate();
  if (error instanceof HttpError && error.status === 404) {
    return <Empty title={t('panel.form.missing')}>{t('panel.form.missingText')}</Empty>;
  }
  return <Refusal error={error} />;
};
