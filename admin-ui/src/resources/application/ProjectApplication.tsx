import { LinkBase, useTranslate } from 'ra-core';
import { Age } from '../../engine/cells/Age';
import { enumText, useMeta } from '../../meta';
import type { Application } from '../../generated/resources';
import { StatusChip } from '../../ui/StatusChip';
import { RateCell } from './RateCell';
import '../../ui/tick.css';

interface Props {
  application: Application;
  isChosen: boolean;
  onToggle: () => void;
}

/** One application in the list of a project's. */
export const ProjectApplication = ({ application, isChosen, onToggle }: Props) => {
  const t = useTranslate();
  const meta = useMeta();
  const { id, freelancerName, handle, mspName, status, statusChangedAt } = application;
  const name = freelancerName || handle;
  return (
    <li>
      <input
        type="checkbox"
        className="cb"
        aria-label={t('panel.application.ofProject.select', { name })}
        checked={isChosen}
        onChange={onToggle}
      />
      <span className="grow">
        <LinkBase className="app-name" to={`/projects/applications/${id}`}>
          {name}
        </LinkBase>
        <span className="t2 s12">{mspName || t('panel.application.direct')}</span>
      </span>
      <span className="app-rate">
        <RateCell record={application} field={{ name: 'billRate', kind: 'money' }} />
      </span>
      {status && <StatusChip status={status} label={t(enumText(meta, 'applicationStatus', status))} />}
      <span className="t2 s12 app-age">{statusChangedAt && <Age at={statusChangedAt} />}</span>
    </li>
  );
};
