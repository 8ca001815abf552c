import { useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'ra-core';
import type { Passkey } from '../generated/answers';
import { useErrorToast } from '../engine/useErrorToast';
import { request } from '../providers/http';
import { Button } from '../ui/Button';
import { writeMoment } from '../ui/day';
import { PasskeyNameForm } from './PasskeyNameForm';

interface Props {
  passkey: Passkey;
  onChanged: () => Promise<void>;
  onRemoved: () => void;
  /** Runs when the button or the form that has the focus goes away. */
  onSettled: () => void;
}

/** A passkey with what is known of it; it gets another name in its place. */
export const PasskeyRow = ({ passkey, onChanged, onRemoved, onSettled }: Props) => {
  const { id, name, createdAt, lastUsedAt, backedUp } = passkey;
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const notify = useNotify();
  const showError = useErrorToast();
  const [isNaming, setNaming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    setNaming(false);
    onSettled();
  };
  const rename = async (next: string) => {
    await request('PUT', `/api/passkey/${id}`, { body: { name: next } });
    close();
    notify('panel.passkey.renamed', { type: 'success' });
    await onChanged();
  };
  const remove = async () => {
    setBusy(true);
    await request('DELETE', `/api/passkey/${id}`).then(
      () => {
        notify('panel.passkey.removed', { type: 'success' });
        onRemoved();
        onSettled();
      },
      (error: unknown) => showError(error, { retry: () => void remove() }),
    );
    setBusy(false);
  };
  if (isNaming) {
    return (
      <li>
        <PasskeyNameForm submit="panel.passkey.save" name={name} save={rename} onCancel={close} />
      </li>
    );
  }
  const facts = [
    createdAt && t('panel.passkey.created', { at: writeMoment(locale, createdAt) }),
    lastUsedAt ? t('panel.passkey.lastUsed', { at: writeMoment(locale, lastUsedAt) }) : t('panel.passkey.neverUsed'),
    backedUp && t('panel.passkey.backedUp'),
  ];
  return (
    <li className="passkey">
      <span className="grow">
        <b>{name}</b>
        <span className="s12 t2">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Button small aria-label={t('panel.passkey.renameNamed', { name })} onClick={() => setNaming(true)}>
        {t('panel.passkey.rename')}
      </Button>
      <Button small isBusy={isBusy} aria-label={t('panel.passkey.removeNamed', { name })} onClick={() => void remove()}>
        {t('panel.passkey.remove')}
      </Button>
    </li>
  );
};
