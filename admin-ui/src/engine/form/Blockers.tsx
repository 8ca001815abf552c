import { LinkBase, useTranslate } from 'ra-core';
import { Icon } from '../../pieces/Icon';
import type { Blocker } from './possibleStatuses';
import { useFailureText } from './useFailureText';

/** Every condition that does not hold, with a link to what mends it where there is one. */
export const Blockers = ({ blockers }: { blockers: readonly Blocker[] }) => {
  const t = useTranslate();
  const say = useFailureText();
  return (
    <ul className="why">
      {blockers.map(({ key, params, link }) => (
        <li key={key}>
          <Icon name="xCircle" small className="mk-bad" />
          <span className="grow">{say(key, params)}</span>
          {link && <LinkBase to={link}>{t('panel.transition.show')}</LinkBase>}
        </li>
      ))}
    </ul>
  );
};
