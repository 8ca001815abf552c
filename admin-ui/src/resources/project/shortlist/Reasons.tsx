import { useTranslate } from 'ra-core';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import { Icon, type IconName } from '../../../ui/Icon';
import { useReasons } from './useReasons';

interface Props {
  list: Shortlist;
  person: ShortlistCandidate;
}

/** Three lines, always in this order: why, why not, what would change it. */
export const Reasons = ({ list, person }: Props) => {
  const { why, whyNot, change } = useReasons(list)(person);
  return (
    <ul className="sl-reasons">
      <Line icon="check" mark="mk-ok" kind="why" text={why} />
      <Line icon="minus" mark="mk-neutral" kind="whyNot" text={whyNot} />
      <Line icon="up" mark="mk-acc" kind="change" text={change} />
    </ul>
  );
};

const Line = ({ icon, mark, kind, text }: { icon: IconName; mark: string; kind: string; text: string }) => {
  const t = useTranslate();
  if (!text) return null;
  return (
    <li className={kind === 'why' ? '' : 't2'}>
      <Icon name={icon} small className={mark} />
      <span className="vh">{t(`project.shortlist.${kind}.label`)} </span>
      <span>{text}</span>
    </li>
  );
};
