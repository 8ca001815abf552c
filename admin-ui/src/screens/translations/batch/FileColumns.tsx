import { useLocale, useTranslate } from 'ra-core';
import { nameOf } from '../../../format/format';
import type { TextFileColumn, TextFileField } from '../../../generated/answers';
import { Select } from '../../../ui/Select';

/** A column with what it is taken for; '' leaves it out. */
export type TextColumn = Pick<TextFileColumn, 'heading' | 'locale'> & { field: TextFileField | ''; cells?: string[] };

interface Props {
  columns: readonly TextColumn[];
  locales: readonly string[];
  onChange: (columns: TextColumn[]) => void;
}

/** Every field, and whether several columns may be it. */
const fields: Record<TextFileField, boolean> = {
  messageKey: false,
  messageValue: false,
  locale: false,
  text: true,
  source: false,
  state: false,
  asOf: false,
  description: false,
  maxLength: false,
};
const names = Object.keys(fields) as TextFileField[]; // keys of a record are only known as texts

/** What each column of a table of texts is taken for. */
export const FileColumns = ({ columns, locales, onChange }: Props) => {
  const t = useTranslate();
  const language = useLocale() ?? 'en';
  const change = (at: number, part: Partial<TextColumn>) =>
    onChange(
      columns.map((one, i) => {
        if (i === at) return { ...one, ...part };
        return part.field && !fields[part.field] && one.field === part.field ? { ...one, field: '' } : one;
      }),
    );
  return (
    <>
      <h3>{t('panel.pool.file.columns')}</h3>
      <ul className="lines">
        {columns.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading; their places do not change
          <li key={at}>
            <span className="grow name">
              {one.heading}
              <span className="of">{(one.cells ?? []).join(' · ')}</span>
            </span>
            {one.field === 'text' && (
              <Select
                small
                label={t('panel.texts.file.columnLocale', { name: one.heading })}
                value={one.locale}
                choices={locales.map(iso => ({ value: iso, label: nameOf(language, 'language', iso) }))}
                onChange={locale => change(at, { locale })}
              />
            )}
            <Select
              small
              label={t('panel.pool.file.column', { name: one.heading })}
              empty={t('panel.pool.file.leftOut')}
              value={one.field}
              choices={names.map(value => ({ value, label: t(`panel.texts.file.field.${value}`) }))}
              onChange={value => {
                const field = names.find(known => known === value) ?? '';
                change(at, { field, ...(field === 'text' && !one.locale && { locale: locales[0] ?? 'en' }) });
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
};
