import { useTranslate } from 'ra-core';
import { Icon } from '../ui/Icon';
import { IconButton } from '../ui/IconButton';
import { KeyCap } from '../ui/KeyCap';
import { Link } from '../router/Link';
import { JobsCorner } from './JobsCorner';
import { Logo } from './Logo';
import { useShell } from '../engine/ShellContext';
import { UserMenu } from './UserMenu';

/** The dark bar: where home is, how to get anywhere, and who one is. */
export const TopBar = () => {
  const t = useTranslate();
  const { search, openNavigation } = useShell();
  return (
    <header className="top">
      <IconButton className="only-m" icon="menu" label={t('panel.shell.navigation')} onClick={openNavigation} />
      <Link to="/dashboard" className="logo" aria-label={t('panel.shell.home')}>
        <Logo />
      </Link>
      <button type="button" className="omni" onClick={search} aria-haspopup="dialog">
        <Icon name="search" />
        <span className="ell">{t('panel.shell.search')}</span>
        <KeyCap>Ctrl K</KeyCap>
      </button>
      <span className="end">
        <IconButton className="only-s" icon="search" label={t('panel.shell.searchShort')} onClick={search} />
        <JobsCorner />
        <UserMenu />
      </span>
    </header>
  );
};
