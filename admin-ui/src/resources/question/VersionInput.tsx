import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import { Checkbox } from '../../ui/Checkbox';
import { Note } from '../../ui/Note';

/** Says that an answered question is frozen, and offers the next version of it. */
export const VersionInput = () => {
  const t = useTranslate();
  const { base, values, set, isNew, isReadOnly } = useFormState();
  if (isNew || base['used'] !== true) return null;
  const count = Number(base['answerCount'] ?? 0);
  return (
    <div className="w2 q-frozen">
      <Note>{t('panel.question.inUse', { smart_count: count })}</Note>
      <Checkbox
        label={t('panel.question.newVersion', { version: Number(base['questionVersion'] ?? 1) + 1 })}
        hint={t('panel.question.newVersionHint')}
        isOn={values['asNewVersion'] === true}
        isOff={isReadOnly}
        onChange={isOn => set('asNewVersion', isOn || null)}
      />
    </div>
  );
};
