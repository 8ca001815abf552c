import { useTranslate } from 'ra-core';
import { enumText, useMeta } from '../../meta';
import { CurrencySelect } from '../../ui/CurrencySelect';
import { FieldContext } from '../../ui/FieldContext';
import { NumberInput } from '../../ui/NumberInput';
import { Select } from '../../ui/Select';
import { amountOf, currenciesOf, unitsOf, type AnswerableQuestion } from './answer';

interface Props {
  asked: AnswerableQuestion;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** An amount with its currency and its unit. */
export const AmountInput = ({ asked, value, onChange }: Props) => {
  const t = useTranslate();
  const meta = useMeta();
  const now = amountOf(value, asked);
  const put = (next: typeof now) => onChange(next.amount === null ? null : next);
  return (
    <div className="q-amount">
      <NumberInput value={now.amount} onChange={amount => put({ ...now, amount })} />
      <FieldContext value={undefined}>
        <CurrencySelect
          label={t('panel.question.amount.currency')}
          value={now.currency}
          allowed={currenciesOf(asked)}
          onChange={currency => put({ ...now, currency })}
        />
        <Select
          label={t('panel.question.amount.unit')}
          value={now.unit}
          choices={unitsOf(asked).map(unit => ({ value: unit, label: t(enumText(meta, 'rateUnit', unit)) }))}
          onChange={unit => put({ ...now, unit })}
        />
      </FieldContext>
    </div>
  );
};
