import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { ClientSelect } from '../../ui/ClientSelect';
import { CodeEditor } from '../../ui/CodeEditor';
import type { Option } from '../../ui/option';
import { CountrySelect } from '../../ui/CountrySelect';
import { CurrencySelect } from '../../ui/CurrencySelect';
import { DateInput } from '../../ui/DateInput';
import { Field } from '../../ui/Field';
import { LegalEntitySelect } from '../../ui/LegalEntitySelect';
import { LocalesSelect } from '../../ui/LocalesSelect';
import { MomentInput } from '../../ui/MomentInput';
import { PeriodInput, type Period } from '../../ui/PeriodInput';
import { Select } from '../../ui/Select';
import { enumText, useMeta } from '../../meta';
import { addressOf } from '../../format/address';

/** What one chooses from, and the editor. */
export const GuidePickers = () => {
  const t = useTranslate();
  const meta = useMeta();
  const genders = (meta.enums?.['gender'] ?? []).map(value => ({ value, label: t(enumText(meta, 'gender', value)) }));
  const person = { academicTitle: 'Dr.', firstName: 'Adelle', lastName: 'Bayer' };
  const [client, setClient] = useState<Option | null>(null);
  const [entity, setEntity] = useState<number | null>(null);
  const [gender, setGender] = useState('UNDISCLOSED');
  const [currency, setCurrency] = useState('EUR');
  const [country, setCountry] = useState<string | null>('DE');
  const [language, setLanguage] = useState('en');
  const [day, setDay] = useState<string | null>('2027-01-12');
  const [moment, setMoment] = useState<string | null>('2027-01-12T14:30:00Z');
  const [period, setPeriod] = useState<Period>({ start: '2027-01-12', end: '2027-06-30' });
  const [code, setCode] = useState('{\n  "rate": 95.5\n}');
  const choose = (next: Option | null) => {
    setClient(next);
    setEntity(null);
  };
  return (
    <div className="guide-g">
      <Field label={t('panel.pick.client')}>
        <ClientSelect value={client} onChange={choose} canBeAll />
      </Field>
      <Field label={t('resources.project.fields.legalEntityId')}>
        <LegalEntitySelect clientId={Number(client?.value ?? 0)} value={entity} onChange={setEntity} />
      </Field>
      <Field label={t('resources.freelancer.fields.gender')}>
        <Select value={gender} choices={genders} onChange={setGender} />
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
      <Field label={t('panel.date.moment')}>
        <MomentInput label={t('panel.date.moment')} value={moment} onChange={setMoment} />
      </Field>
      <PeriodInput label={t('panel.guide.period')} value={period} onChange={setPeriod} />
      <p>
        {[
          { ...person, salutation: 'MS' },
          { ...person, salutation: 'NONE' },
        ]
          .map(one => addressOf(t, one))
          .join(' · ')}
      </p>
      <Field label={t('panel.guide.code')} isWide>
        <CodeEditor mode="json" value={code} onChange={setCode} label={t('panel.guide.code')} />
      </Field>
    </div>
  );
};
