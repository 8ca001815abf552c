import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nameOf } from '../../format/format';
import { useCan } from '../../meta';
import { ContentAway } from '../../ui/ContentAway';
import { Field } from '../../ui/Field';
import { Skeleton } from '../../ui/Skeleton';
import { TextInput } from '../../ui/TextInput';
import { saveText, useTexts, type Entry } from './texts';

interface Props {
  clientId: number | undefined;
  messageKey: string;
  /** What the text is of. */
  label: string;
}

/** A text in every language of the client. Each is saved as one leaves it, apart from the question. */
export const LocalTexts = ({ clientId, messageKey, label }: Props) => {
  const t = useTranslate();
  const { languages, entries } = useTexts(clientId, messageKey);
  if (clientId === undefined || messageKey === '') return null;
  if (languages.isError || entries.isError) return <p className="help">{t('panel.question.textsAway')}</p>;
  if (!languages.data || !entries.data) return <Skeleton width={240} />;
  const { own, common, isLast = false } = entries.data;
  return (
    <fieldset className="q-texts" aria-label={t('panel.question.textsOf', { label })}>
      {isLast && <ContentAway />}
      {languages.data.map(locale => (
        <One
          key={`${messageKey} ${locale}`}
          clientId={clientId}
          messageKey={messageKey}
          locale={locale}
          isLast={isLast}
          entry={own.find(each => each.locale === locale)}
          common={common.find(each => each.locale === locale)?.messageValue}
        />
      ))}
    </fieldset>
  );
};

interface OneProps {
  clientId: number;
  messageKey: string;
  locale: string;
  isLast: boolean;
  entry: Entry | undefined;
  common: string | undefined;
}

const One = ({ clientId, messageKey, locale, isLast, entry, common }: OneProps) => {
  const t = useTranslate();
  const reader = useLocale() ?? 'en';
  const client = useQueryClient();
  const mayWrite = useCan('translation.write') && !isLast;
  const [typed, setTyped] = useState<string>();
  const stored = entry?.messageValue ?? '';
  const save = useMutation({
    mutationFn: (value: string) => saveText({ clientId, messageKey, locale, value, entry }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['clientTexts', clientId, messageKey] });
      setTyped(undefined);
    },
  });
  const leave = () => {
    const value = typed?.trim();
    if (value !== undefined && value !== stored && !save.isPending) save.mutate(value);
  };
  const state = save.isPending
    ? t('panel.question.textSaving')
    : save.isSuccess
      ? t('panel.question.textSaved')
      : undefined;
  return (
    <Field
      label={nameOf(reader, 'language', locale)}
      isReadOnly={!mayWrite}
      hint={typed === undefined || save.isPending ? state : undefined}
      error={save.isError ? t('panel.question.textFailed') : undefined}
    >
      <TextInput value={typed ?? stored} placeholder={common ?? ''} onChange={setTyped} onBlur={leave} />
    </Field>
  );
};
