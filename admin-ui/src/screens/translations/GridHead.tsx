// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be placed by themselves, and only those in sight are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell
import { useLocale, useTranslate } from 'ra-core';
import { nameOf } from '../../format/format';
import { sourceLocale } from './calls';

interface Props {
  locales: readonly string[];
  /** One language, with all that is known of each text. */
  isList: boolean;
}

/** The heads of the columns: the key and each language, or what is known of a text. */
export const GridHead = ({ locales, isList }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const head = (name: string, className: string) => (
    <div role="columnheader" className={className}>
      {t(`panel.texts.${name}`)}
    </div>
  );
  return (
    <div role="rowgroup" className="tx-head">
      <div role="row" aria-rowindex={1} className="tx-row">
        {isList && head('id', 'tx-fact')}
        {isList && head('locale', 'tx-fact')}
        {head('key', 'tx-key')}
        {isList
          ? head('value', 'tx-cell')
          : locales.map(iso => (
              <div key={iso} role="columnheader" className="tx-cell">
                {nameOf(locale, 'language', iso)}
                {iso === sourceLocale && <span className="t2"> {t('panel.texts.isSource')}</span>}
              </div>
            ))}
        {isList && head('actions', 'tx-fact')}
      </div>
    </div>
  );
};
