import { useLocale, useTranslate } from 'ra-core';
import { formatInstant } from '../../format/format';
import type { TextSetAside } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { Tokens } from './Tokens';

interface Props {
  aside: TextSetAside;
  /** The text or its source has changed since. */
  isOver: boolean;
  isBusy: boolean;
  onTakeBack: (() => void) | undefined;
}

/** One finding that was set aside: about which text, by whom and why. */
export const DismissedLine = ({ aside, isOver, isBusy, onTakeBack }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  return (
    <li>
      <div className="row">
        <span className="grow">
          <b className="mono s12">
            {aside.messageKey} {aside.locale}{' '}
          </b>
          {t(`panel.texts.finding.${aside.finding}`)}
        </span>
        {onTakeBack && (
          <Button small icon="undo" isBusy={isBusy} onClick={onTakeBack}>
            {t('panel.texts.aside.takeBack')}
          </Button>
        )}
      </div>
      <p className="tx-values" lang={aside.locale} dir="auto">
        <span>
          <Tokens text={aside.messageValue} />
        </span>
      </p>
      <span className="t2 s12">
        {t('panel.texts.aside.by', { name: aside.by, reason: aside.reason })} {formatInstant(locale, aside.at)}
        {isOver && ` ${t('panel.texts.aside.over')}`}
      </span>
    </li>
  );
};
