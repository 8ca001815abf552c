import { Suspense, useRef, useState } from 'react';
import { useTranslate } from 'ra-core';
import { lazyPart } from '../ui/lazyPart';
import { useIdle } from '../engine/list/useIdle';
import { useSession } from '../providers/useSession';
import { initialsOf } from '../format/initials';

const UserPanel = lazyPart(() => import('./UserPanel').then(m => m.UserPanel));

/** The avatar, and the menu it opens. */
export const UserMenu = () => {
  const t = useTranslate();
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  useIdle(UserPanel.load);
  if (session.state !== 'in') return null;
  const { given_name, family_name } = session.claims;
  const initials = initialsOf(given_name, family_name);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className="ava"
        aria-label={`${initials}, ${t('panel.user.menuOf', { name: `${given_name} ${family_name}` })}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {initials}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <UserPanel anchor={anchor} claims={session.claims} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
