import { useLocale, useTranslate } from 'ra-core';
import { nameOf } from '../../format/format';
import { IconButton } from '../../ui/IconButton';
import { LanguageFacts } from './LanguageFacts';

interface Props {
  order: string[];
  client: number;
  /** Missing where the order can be read only. */
  onChange?: (order: string[]) => void;
}

/** Languages in their order, to be moved and removed where that is possible. The last one stays. */
export const LanguageOrder = ({ order, client, onChange }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  return (
    <ol className="tx-order">
      {order.map((iso, at) => (
        <li key={iso}>
          <span className="grow">
            {nameOf(locale, 'language', iso)}{' '}
            <span className="t2 s12">{at === 0 ? t('panel.texts.firstLanguage') : ''}</span>
            <LanguageFacts client={client} iso={iso} />
          </span>
          {onChange && <Moves order={order} at={at} iso={iso} onChange={onChange} />}
        </li>
      ))}
    </ol>
  );
};

interface MovesProps {
  order: string[];
  at: number;
  iso: string;
  onChange: (order: string[]) => void;
}

const Moves = ({ order, at, iso, onChange }: MovesProps) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const language = nameOf(locale, 'language', iso);
  const move = (to: number) => onChange(order.with(at, order[to] ?? '').with(to, iso));
  return (
    <>
      <IconButton
        small
        icon="up"
        label={t('panel.texts.earlier', { language })}
        disabled={at === 0}
        onClick={() => move(at - 1)}
      />
      <IconButton
        small
        icon="down"
        label={t('panel.texts.later', { language })}
        disabled={at === order.length - 1}
        onClick={() => move(at + 1)}
      />
      <IconButton
        small
        icon="x"
        label={t('panel.texts.without', { language })}
        disabled={order.length === 1}
        onClick={() => onChange(order.filter(each => each !== iso))}
      />
    </>
  );
};
