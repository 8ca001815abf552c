import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { TextInput } from '../../ui/TextInput';
import { sourceLocale } from './calls';
import type { Desk } from './desk';

interface Props {
  client: number;
  known: readonly string[];
  desk: Desk;
  onMade: (messageKey: string) => void;
  onClose: () => void;
}

const form = /^[a-zA-Z0-9_.-]{1,150}$/;

/** Adds a key by its English text; the other languages follow in the grid. */
export const NewKey = ({ client, known, desk, onMade, onClose }: Props) => {
  const t = useTranslate();
  const [messageKey, setKey] = useState('');
  const [value, setValue] = useState('');
  const isKnown = known.includes(messageKey);
  const error = isKnown ? t('error.duplicate') : t('validation.messageKey');
  const isWrong = isKnown || (messageKey !== '' && !form.test(messageKey));
  const isReady = form.test(messageKey) && !isKnown && value !== '';
  const make = () => {
    if (!isReady) return;
    void desk.send({ client, locale: sourceLocale, messageKey, value, base: undefined });
    onMade(messageKey);
  };
  return (
    <Modal
      title={t('panel.texts.newKey')}
      unsaved={[messageKey, value].filter(Boolean).length}
      onClose={onClose}
      actions={
        <Button look="primary" refusal={isReady ? undefined : t('panel.texts.newKeyNeeds')} onClick={make}>
          {t('panel.texts.addKey')}
        </Button>
      }
    >
      <div className="tx-new">
        <Field label={t('panel.texts.key')} error={isWrong ? error : undefined} isRequired>
          <TextInput isMono value={messageKey} onChange={setKey} />
        </Field>
        <Field label={t('panel.texts.english')} isRequired>
          <TextInput rows={3} value={value} onChange={setValue} />
        </Field>
      </div>
    </Modal>
  );
};
