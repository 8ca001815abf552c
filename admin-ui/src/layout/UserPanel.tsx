import type { RefObject } from 'react';
import { useLocale, useLogout, useTranslate } from 'ra-core';
import { Icon, type IconName } from '../ui/Icon';
import { Checkbox } from '../ui/Checkbox';
import { Popup } from '../ui/Popup';
import { writeMoment } from '../ui/day';
import { useCan } from '../meta';
import type { Claims } from '../providers/claims';
import { editTexts, isEditingTexts } from '../providers/textMarks';
import { ClientChoice } from './ClientChoice';
import { initialsOf } from '../format/initials';
import { LanguageChoice } from './LanguageChoice';
import { useShell } from '../engine/ShellContext';
import { ThemeSwitch } from './ThemeSwitch';
import { ViewAsChoice } from './ViewAsChoice';
import './user.css';

interface Props {
  anchor: RefObject<HTMLElement | null>;
  claims: Claims;
  onClose: () => void;
}

/** Who is signed in, how the panel looks and speaks to them, and the way out. */
export const UserPanel = ({ anchor, claims, onClose }: Props) => {
  const t = useTranslate();
  const logout = useLogout();
  const { changePassword, secondFactor, devices } = useShell();
  const mayEditTexts = useCan('translation.write');
  return (
    <Popup className="um" label={t('panel.user.menu')} anchor={anchor} onClose={onClose}>
      <Who claims={claims} />
      <hr />
      <ThemeSwitch />
      <LanguageChoice />
      <ClientChoice />
      {mayEditTexts && (
        <div className="pref">
          <Checkbox
            isSwitch
            label={t('panel.texts.inPlace')}
            isOn={isEditingTexts()}
            onChange={isOn => {
              editTexts(isOn);
              onClose();
            }}
          />
        </div>
      )}
      <ViewAsChoice claims={claims} />
      <hr />
      <Line
        icon="device"
        label={t('panel.devices.title')}
        onSelect={() => {
          onClose();
          devices();
        }}
      />
      {/* Whoever signs in elsewhere has no password here. */}
      {claims.login !== 'AUTH0' && (
        <Line
          icon="lock"
          label={t('panel.user.changePassword')}
          onSelect={() => {
            onClose();
            changePassword();
          }}
        />
      )}
      {claims.login !== 'AUTH0' && (
        <Line
          icon="key"
          label={t('panel.user.secondFactor')}
          onSelect={() => {
            onClose();
            secondFactor();
          }}
        />
      )}
      <hr />
      <Line icon="logout" label={t('panel.user.logout')} onSelect={() => void logout()} />
    </Popup>
  );
};

/** Who it is, what they may do, and when some of that ends by itself. */
const Who = ({ claims }: { claims: Claims }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { given_name, family_name, email, internal, rights_until } = claims;
  return (
    <div className="who">
      <span className="ava lg" aria-hidden="true">
        {initialsOf(given_name, family_name)}
      </span>
      <div className="grow">
        <b>{`${given_name} ${family_name}`}</b>
        <span className="s12 t2">{email}</span>
        <span className="s12 t2">{internal.roles.map(role => t(`role.${role}`)).join(', ')}</span>
        {rights_until && (
          <span className="s12 t2">
            {t('panel.user.rightsUntil', { until: writeMoment(locale, new Date(rights_until * 1000).toISOString()) })}
          </span>
        )}
      </div>
    </div>
  );
};

interface LineProps {
  icon: IconName;
  label: string;
  onSelect: () => void;
}

const Line = ({ icon, label, onSelect }: LineProps) => (
  <button type="button" className="it" onClick={onSelect}>
    <Icon name={icon} />
    {label}
  </button>
);
