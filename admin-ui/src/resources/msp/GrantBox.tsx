import { useId } from 'react';
import { useTranslate } from 'ra-core';
import { Icon } from '../../ui/Icon';
import type { Grants, NamedPlace } from './useGrants';
import { useGrantWords } from './useGrantWords';
import '../../ui/tick.css';

interface Props {
  grants: Grants;
  permission: string;
  place: NamedPlace;
  isStop: boolean;
  onFocus: () => void;
}

/** One permission at one place. What others need stays on, locked, and says for which. */
export const GrantBox = ({ grants, permission, place, isStop, onFocus }: Props) => {
  const t = useTranslate();
  const why = useId();
  const box = grants.boxOf(permission, place);
  const { nameOf, reasonOf } = useGrantWords();
  const reason = reasonOf(box);
  return (
    <label className={`gbox ${box.isChanged ? 'chg-b' : ''}`} title={reason}>
      <input
        type="checkbox"
        className="cb"
        aria-label={t('msp.permissions.box', {
          permission: t(`enum.mspPermission.${permission}`),
          place: nameOf(place),
        })}
        aria-disabled={reason ? true : undefined}
        aria-describedby={reason ? why : undefined}
        tabIndex={isStop ? 0 : -1}
        checked={box.isOn}
        onFocus={onFocus}
        onChange={() => !reason && grants.toggle(box.key)}
      />
      {reason && (
        <>
          <Icon name={box.neededBy.length > 0 ? 'lock' : 'arrow'} small />
          <span id={why} className="vh">
            {reason}
          </span>
        </>
      )}
    </label>
  );
};
