import { useLocale, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { PickerButton } from '../../engine/list/filters/PickerButton';
import { TypedLine } from '../../engine/list/filters/TypedLine';
import { nameOf } from '../../format/format';
import { clientsQuery } from '../../providers/clients';
import type { Language } from '../../providers/content';
import { useFilterKey } from '../../engine/list/useFilterKey';
import { Button } from '../../ui/Button';
import { sourceLocale } from './calls';
import { openStates } from './check';
import { listView } from './usePlace';
import { notUsed, seenMissing, type Narrowing, withFinding } from './sheet';

interface Props {
  client: number;
  offered: readonly Language[];
  locales: readonly string[];
  /** One language in a list, not several side by side. */
  isList: boolean;
  by: Narrowing;
  onChange: (parts: Record<string, string | null>) => void;
}

/** Whose texts are shown, in which languages, and what they are narrowed by. */
export const Filters = ({ client, offered, locales, isList, by, onChange }: Props) => {
  const t = useTranslate();
  useFilterKey();
  const locale = useLocale() ?? 'en';
  const clients = useQuery(clientsQuery).data ?? [];
  const languages = offered.filter(({ active, iso }) => active && iso !== sourceLocale);
  const options = languages.map(({ iso }) => ({ value: iso, text: nameOf(locale, 'language', iso) }));
  const others = locales.filter(iso => iso !== sourceLocale);
  const states = [...openStates, withFinding, seenMissing, notUsed, 'TRANSLATED', 'REVIEWED'].map(value => ({
    value,
    text: t(`panel.texts.state.${value}`),
  }));
  const pick = (name: string) => (values: unknown[]) => onChange({ [name]: values.length ? values.join(',') : null });
  const textOf = (list: { value: unknown; text: string }[], value: unknown) =>
    list.find(option => option.value === value)?.text ?? '';
  const sets = clients.map(({ id, name }) => ({ value: String(id), text: name }));
  return (
    <search className="filters" aria-label={t('panel.texts.filters')}>
      <PickerButton
        label={t('panel.texts.set')}
        shown={textOf(sets, String(client))}
        none={t('panel.texts.default')}
        picker={{ options: sets, chosen: [String(client)], many: false, onChoose: pick('client') }}
      />
      <TypedLine label={t('panel.texts.sought')} given={by.text} onChange={text => onChange({ text })} />
      <PickerButton
        label={t('panel.texts.languages')}
        shown={others.map(iso => iso).join(', ')}
        none={isList ? nameOf(locale, 'language', sourceLocale) : t('panel.texts.everyLanguage')}
        picker={{ options, chosen: others, many: !isList, onChoose: pick('locales') }}
      />
      <PickerButton
        label={t('panel.texts.state')}
        shown={textOf(states, by.state)}
        none={t('panel.filter.any')}
        picker={{ options: states, chosen: [by.state], many: false, onChoose: pick('state') }}
      />
      {by.state && (
        <PickerButton
          label={t('panel.texts.in')}
          shown={textOf(options, by.locale)}
          none={t('panel.texts.anyLanguage')}
          picker={{ options, chosen: [by.locale], many: false, onChoose: pick('locale') }}
        />
      )}
      <Button small look="ghost" icon="columns" onClick={() => onChange({ view: isList ? null : listView })}>
        {t(isList ? 'panel.texts.view.grid' : 'panel.texts.view.list')}
      </Button>
    </search>
  );
};
