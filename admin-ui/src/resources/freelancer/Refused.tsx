import { LinkBase, useTranslate } from 'ra-core';
import { useCan } from '../../meta';
import type { RefusedProps } from '../../engine/overrideProps';
import { useRecordPath } from '../../engine/useRecordPath';
import { Button } from '../../ui/Button';
import { Note } from '../../ui/Note';
import { StatusChip } from '../../ui/StatusChip';
import { HttpError } from '../../providers/httpError';
import type { FreelancerPerson } from '../../generated/answers';
import './freelancer.css';

interface Candidate extends FreelancerPerson {
  score: number;
  rules: string[];
}

const isCandidate = (value: unknown): value is Candidate =>
  typeof value === 'object' && value !== null && 'score' in value && 'rules' in value;

const candidatesOf = (error: Error) => {
  const found = error instanceof HttpError && error.code === 'DUPLICATE' ? error.details['candidates'] : undefined;
  return Array.isArray(found) ? found.filter(isCandidate) : [];
};

const percent = 100;

/** Brings what has come into sight: in a long form it stands above. */
const focus = (place: HTMLElement | null) => place?.focus();

/** Whom a new record may be of, beside what was entered, and the ways on: it is somebody else, or that is left open. */
export const Refused = ({ error, values, isBusy, onAgain, children }: RefusedProps) => {
  const t = useTranslate();
  const mayDecide = useCan('freelancer.merge');
  const path = useRecordPath();
  const candidates = candidatesOf(error);
  if (candidates.length === 0) return children;
  const entered = `${String(values['firstName'] ?? '')} ${String(values['lastName'] ?? '')}`.trim();
  return (
    <section ref={focus} tabIndex={-1} className="twins" aria-label={t('freelancer.twins.title')}>
      <Note tone="warn" isNews>
        {t('freelancer.twins.say', { smart_count: candidates.length })}
      </Note>
      <div className="twins-row">
        <div className="twin new">
          <b>{entered}</b>
          <span className="t2">{String(values['email'] ?? '')}</span>
          <span className="t3">{t('freelancer.twins.entered')}</span>
        </div>
        {candidates.map(twin => (
          <div key={twin.id} className="twin">
            <b>
              <LinkBase to={path(twin.id)}>{twin.name}</LinkBase> <span className="mono t3">{twin.handle}</span>
            </b>
            <span className="t2">{twin.email}</span>
            <StatusChip status={twin.userStatus} label={t(`user.status.${twin.userStatus}`)} />
            <span className="t3">
              {t('freelancer.twins.alike', { percent: Math.round(twin.score * percent) })}:{' '}
              {twin.rules.map(rule => t(`enum.duplicateRule.${rule}`)).join(', ')}
            </span>
          </div>
        ))}
      </div>
      <div className="row">
        {mayDecide && (
          <Button isBusy={isBusy} onClick={() => onAgain({ notDuplicateOf: candidates.map(({ id }) => id) })}>
            {t('freelancer.twins.others')}
          </Button>
        )}
        <Button isBusy={isBusy} onClick={() => onAgain({ force: true })}>
          {t('freelancer.twins.anyway')}
        </Button>
      </div>
    </section>
  );
};
