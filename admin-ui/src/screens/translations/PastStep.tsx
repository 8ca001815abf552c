import { useLocale, useTranslate } from 'ra-core';
import { formatInstant } from '../../format/format';
import type { TextChange, TextsRestored } from '../../generated/answers';
import { Button } from '../../ui/Button';
import type { Past } from './historyCalls';
import { Tokens } from './Tokens';

interface Props {
  change: TextChange;
  /** The text is named, since others are told of as well. */
  isOfMany: boolean;
  onBack: ((past: Past) => void) | undefined;
}

/** One change: of which text, when, by whom, from what to what. */
export const PastStep = ({ change, isOfMany, onBack }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  return (
    <li>
      <div className="row">
        <span className="grow">
          {isOfMany && (
            <b className="mono s12">
              {change.messageKey} {change.locale}{' '}
            </b>
          )}
          <span className="t2 s12">
            {formatInstant(locale, change.at)} {change.by}
          </span>
        </span>
        {onBack && (
          <>
            <Button small icon="undo" onClick={() => onBack({ entryId: change.entryId })}>
              {t('panel.texts.takeBack')}
            </Button>
            <Button small look="ghost" onClick={() => onBack({ batchId: change.batchId })}>
              {t('panel.texts.takeBackBatch')}
            </Button>
          </>
        )}
      </div>
      <Values change={change} />
    </li>
  );
};

/** A text before and after. */
const Values = ({ change: { before, after, locale } }: { change: TextChange }) => (
  <p className="tx-values" lang={locale} dir="auto">
    {before && (
      <del>
        <Tokens text={before.messageValue} />
      </del>
    )}
    {after && (
      <ins>
        <Tokens text={after.messageValue} />
      </ins>
    )}
  </p>
);

const atMost = 100;

/** What taking back does to each text, and which it leaves because they were changed since. */
export const Preview = ({ found: { changes, conflicts, total } }: { found: TextsRestored }) => {
  const t = useTranslate();
  return (
    <div className="tx-preview">
      {changes.slice(0, atMost).map(change => (
        <div key={change.entryId}>
          <b className="mono s12">{change.messageKey}</b> <span className="s12 t2">{change.locale}</span>
          <Values change={change} />
        </div>
      ))}
      {changes.length > atMost && (
        <p className="s13">{t('panel.texts.andMore', { smart_count: changes.length - atMost })}</p>
      )}
      {conflicts.length > 0 && (
        <p className="s13">{t('panel.texts.changedSince', { smart_count: conflicts.length })}</p>
      )}
      {total > changes.length + conflicts.length && <p className="s13">{t('panel.texts.takenBackByJob')}</p>}
    </div>
  );
};
