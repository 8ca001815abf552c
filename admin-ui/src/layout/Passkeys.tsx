import { useRef, useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '../generated/answers';
import { retryOf } from '../engine/form/retryOf';
import { Refusal } from '../engine/list/dialogs/Refusal';
import { request, type Page } from '../providers/http';
import { addPasskey, passkeyObstacle } from '../providers/passkeys';
import { Button } from '../ui/Button';
import { Note } from '../ui/Note';
import { PasskeyNameForm } from './PasskeyNameForm';
import { PasskeyRow } from './PasskeyRow';

interface Props {
  /** The only origin at which passkeys work. */
  origin: string;
  /** Runs with recovery codes where the passkey is the first factor, and else with none. */
  onAdded: (recoveryCodes: string[]) => void;
  onRemoved: () => void;
}

const key = ['passkeys'];

/** One's own passkeys: what each is called and when it was used, and the way to another one. */
export const Passkeys = ({ origin, onAdded, onRemoved }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<Page<Passkey>>('GET', '/api/passkey', { signal }).then(({ data }) => data.results),
  });
  const obstacle = passkeyObstacle(origin);
  const changed = () => client.invalidateQueries({ queryKey: key });
  const close = () => {
    setAdding(false);
    focusHeading();
  };
  const add = async (name: string) => {
    const { recoveryCodes } = await addPasskey(name);
    close();
    notify('panel.passkey.added', { type: 'success' });
    await changed();
    onAdded(recoveryCodes);
  };
  const removed = () => {
    void changed();
    onRemoved();
  };
  return (
    <section className="factor" aria-label={t('panel.passkey.title')}>
      <h3 ref={heading} tabIndex={-1}>
        {t('panel.passkey.title')}
      </h3>
      <p>{t('panel.passkey.hint')}</p>
      {list.error && <Refusal error={list.error} onRetry={retryOf(list)} />}
      {list.data && list.data.length > 0 && (
        <ul className="passkeys" aria-label={t('panel.passkey.title')}>
          {list.data.map(passkey => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onChanged={changed}
              onRemoved={removed}
              onSettled={focusHeading}
            />
          ))}
        </ul>
      )}
      {obstacle && <Note tone="warn">{t(obstacle, { origin })}</Note>}
      {isAdding && <PasskeyNameForm submit="panel.passkey.add" save={add} onCancel={close} />}
      {!obstacle && !isAdding && (
        <p className="factor-do">
          <Button onClick={() => setAdding(true)}>{t('panel.passkey.add')}</Button>
        </p>
      )}
    </section>
  );
};
