import { LinkBase, useTranslate } from 'ra-core';
import { Icon } from '../../ui/Icon';
import { useResourceMeta } from '../../meta';
import { useOverride } from '../override';
import type { Blocker } from '../../generated/answers';
import { useFailureText } from './useFailureText';

interface Props {
  record: Record<string, unknown>;
  blockers: readonly Blocker[];
  /** What to do first, where there is another way. */
  wayOut?: string | undefined;
}

/** Every condition that does not hold, with a link to what mends it where there is one. */
export const Blockers = ({ record, blockers, wayOut }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const { remedies } = useOverride(useResourceMeta().name);
  return (
    <ul className="why">
      {blockers.map(({ key, params }) => {
        const remedy = remedies?.[key];
        return (
          <li key={key}>
            <Icon name="xCircle" small className="mk-bad" />
            <span className="grow">{say(key, params)}</span>
            {remedy && <LinkBase to={remedy.to(record)}>{t(remedy.label)}</LinkBase>}
          </li>
        );
      })}
      {wayOut && (
        <li className="t2">
          <Icon name="arrow" small />
          <span className="grow">{wayOut}</span>
        </li>
      )}
    </ul>
  );
};
