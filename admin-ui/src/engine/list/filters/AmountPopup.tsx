import { useState, type FormEvent, type RefObject } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../../../ui/Button';
import { CurrencySelect } from '../../../ui/CurrencySelect';
import { Field } from '../../../ui/Field';
import { NumberInput } from '../../../ui/NumberInput';
import { Popup } from '../../../ui/Popup';
import { defaultCurrency } from '../../../ui/money';

interface Props {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  amount: number | null;
  currency: string | null;
  /** Gets "95 EUR", or undefined for no amount. */
  onChoose: (value: string | undefined) => void;
  onClose: () => void;
}

/** An amount and its currency, below the button of a filter. */
export const AmountPopup = ({ anchor, label, amount, currency, onChoose, onClose }: Props) => {
  const t = useTranslate();
  const [typed, setTyped] = useState<number | string | null>(amount);
  const [chosen, setChosen] = useState(currency ?? defaultCurrency);
  const isWrong = typeof typed === 'string' || (typed ?? 0) < 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) onChoose(typed === null ? undefined : `${typed} ${chosen}`);
  };
  return (
    <Popup className="amount" side="left" label={label} anchor={anchor} onClose={onClose}>
      <form className="amount-form" noValidate onSubmit={submit}>
        <Field label={t('panel.filter.amount')} {...(isWrong && { error: t('validation.numeric') })}>
          <NumberInput value={typed} onChange={setTyped} />
        </Field>
        <Field label={t('panel.filter.currency')}>
          <CurrencySelect value={chosen} onChange={setChosen} />
        </Field>
        <div className="amount-buttons">
          <Button onClick={() => onChoose(undefined)}>{t('panel.filter.any')}</Button>
          <Button type="submit" look="primary">
            {t('panel.filter.apply')}
          </Button>
        </div>
      </form>
    </Popup>
  );
};
