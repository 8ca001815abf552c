import { useLocale, useTranslate } from 'ra-core';
import { formatInstant } from '../../format/format';
import type { TrashedKey } from '../../generated/answers';
import { Checkbox } from '../../ui/Checkbox';
import { Tokens } from './Tokens';

interface Props {
  trashed: TrashedKey;
  isPicked: boolean;
  onPick: ((isOn: boolean) => void) | undefined;
}

/** A key of the trash: which texts were removed, by whom and when. */
export const TrashedLine = ({ trashed: { messageKey, texts }, isPicked, onPick }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const name = <span className="mono s12">{messageKey}</span>;
  return (
    <li>
      {onPick ? <Checkbox label={name} isOn={isPicked} onChange={onPick} /> : name}
      {texts.map(text => (
        <p key={text.locale} className="tx-values">
          <span className="t2 s12">
            {t('panel.texts.trash.by', { locale: text.locale, name: text.by, at: formatInstant(locale, text.at) })}
          </span>
          <del lang={text.locale} dir="auto">
            <Tokens text={text.messageValue} />
          </del>
        </p>
      ))}
    </li>
  );
};
