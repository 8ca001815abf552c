import { useTranslate } from 'ra-core';
import { useFormState } from '../../../engine/form/FormContext';
import type { VmsTemplate } from '../../../generated/answers';
import { Button } from '../../../ui/Button';
import { useStudio } from './StudioContext';

interface Props {
  onSample: (payload: string) => void;
}

/** Mappings to start from, where there are no rules yet. */
export const Templates = ({ onSample }: Props) => {
  const t = useTranslate();
  const { guide } = useStudio();
  const { set } = useFormState();
  const start = ({ rules, lookups, sample }: VmsTemplate) => {
    set('rules', rules);
    set('lookups', lookups);
    if (sample) onSample(JSON.stringify(sample, null, 2));
  };
  return (
    <ul className="st-templates" aria-label={t('panel.vms.studio.templates')}>
      {guide?.templates.map(template => (
        <li key={template.name}>
          <b>{t(`vmsMapping.template.${template.name}.title`)}</b>
          <p className="t2">{t(`vmsMapping.template.${template.name}.text`)}</p>
          <code>
            {template.rules
              .slice(0, 3)
              .map(({ target }) => target)
              .join('\n')}
          </code>
          <Button small onClick={() => start(template)}>
            {t('panel.vms.studio.startWith', { smart_count: template.rules.length })}
          </Button>
        </li>
      ))}
    </ul>
  );
};
