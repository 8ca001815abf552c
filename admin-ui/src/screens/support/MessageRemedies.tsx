import { useTranslate } from 'ra-core';
import type { SupportMessage } from '../../generated/answers';
import { useCanOpen } from '../../meta/useCanOpen';
import { Link } from '../../router/Link';
import { RemedyButton } from './RemedyButton';
import { idsOfAll, lockOfAll, lockOfOne, mappingPath, remedyOfAll, remedyOfOne, sameList } from './remedies';

interface Props {
  message: SupportMessage;
  onDone: () => void;
}

/** What mends a message: the rule that is to blame, and apart from it what is sent again, with what happens without it. */
export const MessageRemedies = ({ message, onDone }: Props) => {
  const t = useTranslate();
  const { rule, target, mappingNumber: version, same } = message;
  const all = remedyOfAll(message);
  const one = remedyOfOne(message);
  const count = idsOfAll(message).length;
  const why = (lock: ReturnType<typeof lockOfAll>) => lock && t(lock.key, { number: lock.version, rule: lock.rule });
  const lockOfOthers = lockOfAll(message);
  return (
    <>
      {rule > 0 && <p className="story-why">{t('panel.support.byRule', { rule, target, version })}</p>}
      <div className="story-do">
        <Ways message={message} />
      </div>
      <div className="story-do">
        {all && (
          <RemedyButton
            remedy={{ ...all, refusal: why(lockOfOthers) }}
            label={t(`panel.support.fix.${all.name}`, { smart_count: count })}
            onDone={onDone}
          />
        )}
        {one && (
          <RemedyButton
            remedy={{ ...one, refusal: why(lockOfOne(message)) }}
            label={t(`panel.support.fix.${all ? `${one.name}This` : one.name}`)}
            onDone={onDone}
          />
        )}
        {same > 0 && <Link to={sameList(message)}>{t('panel.support.to.same', { smart_count: same })}</Link>}
      </div>
      {rule > 0 && lockOfOthers && <p>{t('panel.support.without', { rule })}</p>}
    </>
  );
};

/** The ways to what caused the failure. */
const Ways = ({ message }: { message: SupportMessage }) => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  const { id, reason, mappingId, mappingNumber: number, rule } = message;
  const ways = [
    mappingId > 0 && { name: rule > 0 ? 'rule' : 'mapping', to: mappingPath(message) },
    reason === 'UNMATCHED' && { name: 'assign', to: `/platform/vms/inbound/${id}` },
    reason === 'LOOKUP' && { name: 'decide', to: '/platform/vms/unknown' },
  ];
  return ways.map(
    way =>
      way &&
      canOpen(way.to.split('?')[0] ?? '') && (
        <Link key={way.name} to={way.to} className="btn secondary sm">
          {t(`panel.support.to.${way.name}`, { number, rule })}
        </Link>
      ),
  );
};
