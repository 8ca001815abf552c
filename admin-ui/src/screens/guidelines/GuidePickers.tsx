import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { ClientSelect } from '../../pieces/ClientSelect';
import { CodeEditor } from '../../pieces/CodeEditor';
import type { Option } from '../../pieces/Combobox';
import { CountrySelect } from '../../pieces/CountrySelect';
import { CurrencySelect } from '../../pieces/CurrencySelect';
import { DateInput } from '../../pieces/DateInput';
import { Field } from '../../pieces/Field';
import { LocalesSelect } from '../../pieces/LocalesSelect';

/** What one chooses from, and the editor. */
export const GuidePickers = () => {
  const t = useTranslate();
  const [client, setClient] = useState<Option | null>(null);
  const [currency, setCurrency] = useState('EUR');
  const [country, setCountry] = useState<string | null>('DE');
  const [language, setLanguage] = useState('en');
  const [day, setDay] = useState<string | null>('2027-01-12');
  const [code, setCode] = useState('{\n  "rate": 95.5\n}');
  return (
    <div className="guide-g">
      <Field label={t('panel.pick.client')}>
        <ClientSelect value={client} onChange={setClient} canBeAll />
      </Field>
      <Field label={t('panel.pick.currency')}>
        <CurrencySelect value={currency} onChange={setCurrency} />
      </Field>
      <Field label={t('panel.pick.country')}>
        <CountrySelect value={country} onChange={setCountry} />
      </Field>
      <Field label={t('panel.pick.language')}>
        <LocalesSelect client={client?.label} value={language} onChange={setLanguage} />
      </Field>
      <Field label={t('panel.date.day')}>
        <DateInput label={t('panel.date.day')} value={day} onChange={setDay} />
      </Field>
      <Field label={t('panel.guide.code')} isWide>
        <CodeEditor mode="json" value={code} onChange={setCode} label={t('panel.guide.code')} />
      </Field>
    </div>
  );
};
