import { useId, useState } from 'react';
import { useTranslate } from 'ra-core';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { NumberInput } from '../../ui/NumberInput';
import { Radio } from '../../ui/Radio';
import { TextInput } from '../../ui/TextInput';

/** Fields in every state. */
export const GuideFields = () => {
  const t = useTranslate();
  const [text, setText] = useState('Stockholm');
  const [rate, setRate] = useState<number | string | null>(12345.5);
  const [isOn, setOn] = useState(true);
  const name = t('panel.guide.field');
  const group = useId();
  return (
    <>
      <div className="guide-g">
        <Field label={name} hint={t('panel.guide.hint')}>
          <TextInput value="" onChange={setText} placeholder={t('panel.guide.placeholder')} />
        </Field>
        <Field label={name} isChanged>
          <TextInput value={text} onChange={setText} />
        </Field>
        <Field label={t('panel.guide.error')} error={t('panel.guide.errorText')}>
          <TextInput value="30 Dec 2026" onChange={setText} />
        </Field>
        <Field label={t('panel.guide.readOnly')} locked={t('panel.guide.locked')}>
          <TextInput value="NB-204817" onChange={setText} />
        </Field>
        <Field label={name} isOptional>
          <NumberInput value={rate} onChange={setRate} unit="€" />
        </Field>
        <Field label={name} isWide>
          <TextInput rows={2} value={text} onChange={setText} />
        </Field>
      </div>
      <div className="guide-r">
        <Checkbox label={t('panel.guide.off')} isOn={!isOn} onChange={off => setOn(!off)} />
        <Checkbox label={t('panel.guide.on')} isOn={isOn} onChange={setOn} />
        <Checkbox label={name} isOn={false} isMixed onChange={setOn} />
        <Checkbox label={t('panel.guide.disabled')} isOn isOff onChange={setOn} />
        <Checkbox label={t('panel.guide.on')} isOn={isOn} isSwitch onChange={setOn} />
        <Checkbox label={t('panel.guide.off')} isOn={!isOn} isSwitch onChange={off => setOn(!off)} />
        <Radio name={group} value="on" isOn={isOn} onChange={() => setOn(true)}>
          {t('panel.guide.on')}
        </Radio>
      </div>
    </>
  );
};
