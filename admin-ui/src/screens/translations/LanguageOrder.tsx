import { useLocale, useTranslate } from 'ra-core';
import { nameOf } from '../../format/format';
import { IconButton } from '../../ui/IconButton';
import { LanguageFacts } from './LanguageFacts';

interface Props {
  order: string[];
  client: number;
  onChange: (order: string[]) => void;
}

/** Languages in their order, to be moved and left out. The last one stays. */
export const LanguageOrder = ({ order, client, onChange }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const move = (at: number, to: number) => onChange(order.with(at, order[to] ?? '').with(to, order[at] ?? ''));
  return (
    <ol className="tx-order">
      {order.map((iso, at) => {
        const language = nameOf(locale, 'language', iso);
        return (
          <li key={iso}>
            <span className="grow">
              {language} <span className="t2 s12">{at === 0 ? t('panel.texts.firstLanguage') : ''}</span>
              <LanguageFacts client={client} iso={iso} />
            </span>
            <IconButton
              small
              icon="up"
              label={t('panel.texts.earlier', { language })}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <IconButton
              small
              icon="down"
              label={t('panel.texts.later', { language })}
              disabled={at === order.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <IconButton
              small
              icon="x"
              label={t('panel.texts.without', { language })}
              disabled={order.length === 1}
              onClick={() => onChange(order.filter(each => each !== iso))}
            />
          </li>
        );
      })}
    </ol>
  );
};
