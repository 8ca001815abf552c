import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { nameOf } from '../../format/format';
import { Select } from '../../ui/Select';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { defaultSet, sourceLocale } from '../translations/calls';
import { cellId, type Desk, type Work } from '../translations/desk';
import { Editor } from '../translations/Editor';
import { cellOf, limitOf } from '../translations/sheet';
import { useShownClient, useText } from './useText';

interface Props {
  messageKey: string;
  desk: Desk;
  works: ReadonlyMap<string, Work>;
  onHistory: (client: number, locale: string) => void;
  onClose: () => void;
}

/** One text: a field for the language that is shown, and the other languages to go on with. */
export const TextEditor = ({ messageKey, desk, works, onHistory, onClose }: Props) => {
  const t = useTranslate();
  const shownLocale = useLocale() ?? sourceLocale;
  const ofClient = useShownClient();
  const [chosen, setChosen] = useState<number>();
  const [locale, setLocale] = useState(shownLocale);
  const ofShown = useText(ofClient?.id ?? defaultSet, messageKey, desk);
  // It is edited where the one that is shown comes from, unless one says otherwise.
  const own = ofShown.sheet.own.get(shownLocale) && ofClient ? ofClient.id : defaultSet;
  const client = chosen ?? own;
  const { sheet, isLoading, error, retry } = useText(client, messageKey, desk);
  if (error) return <Failure error={error} onRetry={() => void retry?.()} />;
  if (isLoading || ofShown.isLoading) return <Skeleton width={240} />;
  const cell = { client, locale, messageKey };
  const shown = cellOf(sheet, locale, messageKey);
  const work = works.get(cellId(cell));
  const close = () => {
    if (work?.status === 'failed') desk.drop(cell);
    onClose();
  };
  const save = async (value: string | undefined, isForced: boolean) => {
    if (value === undefined) return onClose();
    const base = work?.current === undefined ? shown.text : (work.current ?? undefined);
    await desk.send({ ...cell, value, base, isForced });
    if (desk.works().get(cellId(cell))?.status === 'saved') onClose();
  };
  const confirm = async () => {
    if (shown.text) await desk.send({ ...cell, value: shown.text.messageValue, base: shown.text, isConfirmed: true });
    onClose();
  };
  const locales = [...new Set([shownLocale, sourceLocale, ...sheet.own.keys(), ...sheet.behind.keys()])];
  return (
    <>
      {ofClient && (
        <Select
          small
          label={t('panel.texts.set')}
          value={String(client)}
          choices={[
            { value: String(defaultSet), label: t('panel.texts.default') },
            { value: String(ofClient.id), label: ofClient.name },
          ]}
          onChange={value => setChosen(Number(value))}
        />
      )}
      <span className="s12 t2">{nameOf(shownLocale, 'language', locale)}</span>
      <Editor
        key={`${client} ${locale}`}
        client={client}
        messageKey={messageKey}
        shown={shown}
        work={work}
        limit={limitOf(sheet, messageKey)}
        onSave={(value, _, isForced) => void save(value, isForced)}
        onCancel={close}
        onConfirm={() => void confirm()}
        onTakeTheirs={() => desk.takeTheirs(cell)}
        onHistory={() => onHistory(client, locale)}
      />
      <ul className="ip-others" aria-label={t('panel.texts.otherLanguages')}>
        {locales
          .filter(each => each !== locale)
          .map(each => {
            const other = cellOf(sheet, each, messageKey);
            return (
              <li key={each}>
                <button type="button" className="it" onClick={() => setLocale(each)}>
                  <span className="t2 s12">{nameOf(shownLocale, 'language', each)}</span>
                  <span className="grow" lang={each} dir="auto">
                    {(other.text ?? other.inherited)?.messageValue ?? t('panel.texts.state.MISSING')}
                  </span>
                </button>
              </li>
            );
          })}
      </ul>
    </>
  );
};
