import { useLocaleState, useTranslate } from 'ra-core';
import type { FilterProps } from '../../engine/list/filters/FilterProps';
import { PickerButton } from '../../engine/list/filters/PickerButton';
import { useFilter } from '../../engine/list/filters/useFilter';
import { nameOf } from '../../format/format';

const levels = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'];
const spoken =
  'ar bg bs cs da de el en es et fa fi fr he hi hr hu it ja ko lt lv nl no pl pt ro ru sk sl sq sr sv tr uk vi zh'.split(
    ' ',
  );

/** Filters by a language, and by the level that somebody speaks it on at least: "de:B2". */
export const LanguageFilter = ({ filter, label }: FilterProps) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const [value, set] = useFilter(filter.name);
  const [code = '', level = ''] = typeof value === 'string' ? value.split(':') : [];
  const write = (language: unknown, least: unknown) => set(language && least ? `${language}:${least}` : language);
  return (
    <>
      <PickerButton
        label={label}
        shown={code && nameOf(locale, 'language', code)}
        none={t('panel.filter.any')}
        picker={{
          options: spoken.map(one => ({ value: one, text: nameOf(locale, 'language', one) })),
          chosen: code ? [code] : [],
          many: false,
          onChoose: ([language]) => write(language, level),
        }}
      />
      {code && (
        <PickerButton
          label={t('freelancer.find.level')}
          shown={level}
          none={t('panel.filter.any')}
          picker={{
            options: levels.map(one => ({ value: one, text: one })),
            chosen: level ? [level] : [],
            many: false,
            onChoose: ([least]) => write(code, least),
          }}
        />
      )}
    </>
  );
};
