import { useListContext, useLocale, useTranslate } from 'ra-core';
import { TitleCell } from '../../engine/cells/TitleCell';
import type { CellProps } from '../../engine/overrideProps';
import type { Admin } from '../../generated/resources';
import { enumText, useMeta } from '../../meta';
import { Chip } from '../../ui/Chip';
import { writeMoment } from '../../ui/day';
import { StatusChip } from '../../ui/StatusChip';
import { useRightNames } from './useRightNames';
import { useScopeNames } from './useScopeNames';

type Props = CellProps<Admin>;

/** The scopes of all rows, whose names are asked for at once. */
const useScopes = () => (useListContext<Admin>().data ?? []).map(({ scopes }) => scopes);

/** Who it is, and by which e-mail one tells people of one name apart. */
export const NameCell = (props: CellProps) => (
  <>
    <TitleCell {...props} /> <span className="t2 s12 hide-s">{String(props.record['email'])}</span>
  </>
);

/** The state of an account, and whether wrong passwords have locked it. */
export const StateCell = ({ record: { status, lockedUntil } }: Props) => {
  const t = useTranslate();
  const meta = useMeta();
  return (
    <>
      <StatusChip status={status ?? ''} label={t(enumText(meta, 'userStatus', status ?? ''))} />{' '}
      {lockedUntil && (
        <Chip tone="warn" icon="lock" isLoud>
          {t('panel.staff.locked')}
        </Chip>
      )}
    </>
  );
};

/** The roles of an account. */
export const RolesCell = ({ record: { roles } }: Props) => {
  const t = useTranslate();
  const text = roles.map(role => t(`role.${role}`)).join(', ');
  return text ? <span title={text}>{text}</span> : <span className="t2">{t('panel.staff.noRole')}</span>;
};

/** What an account is limited to. */
export const ScopeCell = ({ record: { scopes } }: Props) => {
  const t = useTranslate();
  const text = useScopeNames(useScopes())(scopes).join(', ');
  return text ? <span title={text}>{text}</span> : <span className="t2">{t('panel.staff.everything')}</span>;
};

/** Which roles and limits end by themselves, and when. */
export const TermsCell = ({ record: { terms } }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const nameOf = useRightNames(useScopes());
  if (terms.length === 0) return null;
  const texts = terms.map(({ right, until }) =>
    t('panel.staff.termOf', { name: nameOf(right), until: writeMoment(locale, until ?? '') }),
  );
  return <span title={texts.map((text, i) => `${text}: ${terms[i]?.reason}`).join('\n')}>{texts.join(', ')}</span>;
};
