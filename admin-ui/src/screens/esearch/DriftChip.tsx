import { useTranslate } from 'ra-core';
import type { IndexDrift } from '../../generated/answers';
import { Chip } from '../../ui/Chip';
import type { Look } from '../../ui/statusLook';

const looks: Record<IndexDrift, Look> = {
  OK: { tone: 'ok', icon: 'done' },
  STALE: { tone: 'warn', icon: 'clock', isLoud: true },
  MISSING_IN_INDEX: { tone: 'warn', icon: 'dashed', isLoud: true },
  MISSING_IN_DB: { tone: 'bad', icon: 'xCircle', isLoud: true },
  MANUAL: { tone: 'info', icon: 'edit', isLoud: true },
};

/** How a document stands to its record. */
export const DriftChip = ({ drift }: { drift: IndexDrift }) => {
  const { tone, icon, isLoud } = looks[drift];
  return (
    <Chip tone={tone} icon={icon} isLoud={isLoud === true}>
      {useTranslate()(`esearch.drift.${drift}`)}
    </Chip>
  );
};
