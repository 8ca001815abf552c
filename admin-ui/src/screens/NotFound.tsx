import { useTranslate } from 'ra-core';
import { Button } from '../ui/Button';
import { KeyCap } from '../ui/KeyCap';
import { useShell } from '../engine/ShellContext';
import { useLocation } from '../router/useLocation';
import { PageMessage } from './PageMessage';

/** The page for an address that is wrong, or that one may not see. It does not tell which. */
export const NotFound = () => {
  const t = useTranslate();
  const { search } = useShell();
  const { pathname } = useLocation();
  return (
    <PageMessage
      code={404}
      title={t('panel.error.404')}
      isPublic={false}
      aside={<span className="mono s12">{pathname}</span>}
      more={
        <Button onClick={search}>
          {t('panel.error.search')}{' '}
          <span className="hide-s">
            <KeyCap>Ctrl K</KeyCap>
          </span>
        </Button>
      }
    >
      <p>{t('panel.error.404.hint')}</p>
    </PageMessage>
  );
};
