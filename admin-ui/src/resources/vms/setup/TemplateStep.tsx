import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { idempotencyKeys } from '../../../engine/form/idempotencyKeys';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { VmsTemplate } from '../../../generated/answers';
import type { VmsMapping } from '../../../generated/resources';
import { request } from '../../../providers/http';
import { Button } from '../../../ui/Button';
import { Radio } from '../../../ui/Radio';
import { Skeleton } from '../../../ui/Skeleton';
import { useGuide } from '../studio/useGuide';

interface Props {
  connectionId: number;
  direction: 'outbound' | 'inbound';
  entity: NonNullable<VmsMapping['entity']>;
  onMade: () => void;
}

const shown = 5;

/** What a VMS gets, or sends: the first fields of the one, an example of the other. */
const shapeOf = ({ rules, sample }: VmsTemplate) =>
  sample
    ? JSON.stringify(sample, null, 1)
    : rules
        .slice(0, shown)
        .map(({ target }) => target)
        .join('\n');

/** The mapping to start from, of those that the product brings. */
export const TemplateStep = ({ connectionId, direction, entity, onMade }: Props) => {
  const t = useTranslate();
  const guide = useGuide(entity);
  const [name, choose] = useState('starter');
  const [keyFor] = useState(idempotencyKeys);
  const templates = guide.data?.templates ?? [];
  const chosen = templates.find(one => one.name === name);
  const title = t(`vmsMapping.template.${name}.title`);
  const create = useMutation({
    mutationFn: () => {
      const { rules, lookups } = chosen ?? {};
      const body = { connectionId, direction, entity, rules, lookups };
      const headers = { 'idempotency-key': keyFor(JSON.stringify(body)) };
      return request('POST', '/api/vms/mapping', { body, headers });
    },
    onSuccess: onMade,
  });
  return (
    <>
      {guide.error && <Refusal error={guide.error} onRetry={retryOf(guide)} />}
      {guide.isPending && <Skeleton width={320} />}
      <fieldset className="vsu-templates">
        <legend className="vh">{t('panel.vms.studio.templates')}</legend>
        {templates.map(template => (
          <div key={template.name} className={template.name === name ? 'on' : ''}>
            <Radio name="template" value={template.name} isOn={template.name === name} onChange={choose}>
              <b>{t(`vmsMapping.template.${template.name}.title`)}</b>
            </Radio>
            <code>{shapeOf(template)}</code>
            <p className="t2 s12">{t(`vmsMapping.template.${template.name}.text`)}</p>
          </div>
        ))}
      </fieldset>
      {create.error && <Refusal error={create.error} onRetry={retryOf(create)} />}
      {chosen && (
        <div className="vsu-do">
          <Button look="primary" isBusy={create.isPending} onClick={() => create.mutate()}>
            {t('panel.vms.setup.template.use', { title, smart_count: chosen.rules.length })}
          </Button>
        </div>
      )}
    </>
  );
};
