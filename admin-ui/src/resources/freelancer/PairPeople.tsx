import { LinkBase, useTranslate } from 'ra-core';
import type { FreelancerDuplicate } from '../../generated/resources';
import { StatusChip } from '../../ui/StatusChip';
import './freelancer.css';
import '../../ui/tick.css';

interface Props {
  pair: FreelancerDuplicate;
  keep: number;
  onKeep: (id: number) => void;
}

/** The two people of a pair, and which record stays when they are one. */
export const PairPeople = ({ pair, keep, onKeep }: Props) => {
  const t = useTranslate();
  const isOpen = pair.state === 'OPEN';
  return (
    <fieldset className="twins-row twin-choice">
      {isOpen && <legend>{t('freelancer.pair.keep')}</legend>}
      {pair.freelancers.map(({ id, name, handle, email, userStatus }) => (
        <div key={id} className="twin">
          {isOpen ? (
            <label className="row">
              <input type="radio" className="cb" name="keep" checked={id === keep} onChange={() => onKeep(id)} />
              <Named name={name} handle={handle} />
            </label>
          ) : (
            <span className="row">
              <Named name={name} handle={handle} />
            </span>
          )}
          <span className="t2">{email}</span>
          <StatusChip status={userStatus ?? ''} label={t(`user.status.${userStatus}`)} />
          <LinkBase to={`/users/freelancers/${id}`}>{t('freelancer.overview.open')}</LinkBase>
        </div>
      ))}
    </fieldset>
  );
};

const Named = ({ name, handle }: { name: string; handle: string }) => (
  <>
    <b>{name}</b> <span className="mono t3">{handle}</span>
  </>
);
