import { useState } from 'react';
import { useNavigate, useParams, useTranslate } from 'ra-core';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import { useNarrow } from '../../../engine/useNarrow';
import { useRecordPath } from '../../../engine/useRecordPath';
import { Checkbox } from '../../../ui/Checkbox';
import { Icon } from '../../../ui/Icon';
import { ModalFrame } from '../../../ui/ModalFrame';
import { DrawerWaiting } from '../DrawerWaiting';
import { CompareTable } from './CompareTable';
import { ProjectLine } from './ProjectLine';
import { isDifferent } from './rows';
import { useCandidates } from './useCandidates';
import { useGroups } from './useGroups';
import '../application.css';
import './compare.css';

/** Two to five candidates for one project, side by side. */
export const ComparePage = () => {
  const t = useTranslate();
  const { ids = '' } = useParams<{ ids: string }>();
  const navigate = useNavigate();
  const path = useRecordPath();
  const [isShort, setShort] = useState(true);
  const { compared, applications, project, profiles } = useCandidates(ids);
  const groups = useGroups({ applications, project, profiles });
  const shown = groups
    .map(({ name, rows }) => ({ name, rows: isShort ? rows.filter(isDifferent) : rows }))
    .filter(({ rows }) => rows.length > 0);
  const isNarrow = useNarrow();
  const onlyDifferent = <Checkbox isSwitch label={t('panel.compare.differences')} isOn={isShort} onChange={setShort} />;
  const count = (of: typeof groups) => of.reduce((sum, { rows }) => sum + rows.length, 0);
  const alike = count(groups) - count(shown);
  return (
    <ModalFrame
      title={t('panel.compare.title', { smart_count: applications.length || ids.split(',').length })}
      sub={
        <span className="cmp-sub">
          {project && <ProjectLine project={project} />}{' '}
          <span className="nw">
            <Icon name="check" small className="cmp-best" /> {t('panel.compare.best')}
          </span>
        </span>
      }
      bar={!isNarrow && onlyDifferent}
      size="full"
      isTall
      onClose={() => navigate(path())}
    >
      {isNarrow && onlyDifferent}
      {compared.error && <Refusal error={compared.error} />}
      {compared.isPending && <DrawerWaiting />}
      {applications.length > 0 && (
        <>
          <CompareTable applications={applications} groups={shown} onDone={() => void compared.refetch()} />
          {isShort && alike > 0 && <p className="cmp-alike">{t('panel.compare.alike', { smart_count: alike })}</p>}
        </>
      )}
    </ModalFrame>
  );
};
