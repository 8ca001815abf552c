import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callAction } from '../../engine/form/callAction';
import { Impact, type ImpactMap } from '../../engine/form/Impact';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { useDone } from '../../engine/form/useDone';
import { useResourceMeta } from '../../meta';
import type { DialogProps } from '../../engine/overrideProps';
import type { Msp } from '../../generated/resources';
import { Checkbox } from '../../ui/Checkbox';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Field } from '../../ui/Field';
import { TextInput } from '../../ui/TextInput';
import '../../ui/lines.css';
import './msp.css';

type Props = DialogProps<Msp>;
type Verb = 'activate' | 'deactivate';
type Moved = Msp & { impact: ImpactMap; message: string };

/** Lets an MSP in. */
export const Activate = (props: Props) => <Move {...props} verb="activate" />;

/** Suspends an MSP, once somebody has seen what that does. */
export const Deactivate = (props: Props) => <Move {...props} verb="deactivate" />;

const Move = ({ record, verb, onClose, onDone }: Props & { verb: Verb }) => {
  const t = useTranslate();
  const reportDone = useDone();
  const [reason, setReason] = useState('');
  const [isSure, setSure] = useState(false);
  const move = useMove(record, verb);
  const preview = useQuery({
    queryKey: ['msp', 'move', verb, record.id, record.version],
    queryFn: () => move({ confirmImpact: true }, true),
    gcTime: 0,
    retry: false,
  });
  const run = useMutation({
    mutationFn: () => move({ ...(reason.trim() && { reason: reason.trim() }), confirmImpact: isSure }),
    onSuccess: ({ impact: _, message, ...saved }) => {
      reportDone(message, record.userStatus !== 'UV' && { action: verb, id: record.id, version: saved.version }); // nobody becomes unverified again
      onDone(saved);
    },
  });
  const impact = preview.data?.impact ?? {};
  const remaining = Number(impact['openApplicationsKept'] ?? 0);
  const touched = Number(impact['assignmentsSuspended'] ?? impact['assignmentsResumed'] ?? 0);
  const name = t(`resources.msp.actions.${verb}.submit`);
  const error = run.error ?? preview.error;
  return (
    <ConfirmDialog
      title={t(`msp.title.${verb}`, { name: record.name })}
      confirm={touched > 0 ? t(`msp.submit.${verb}`, { smart_count: touched }) : name}
      refusal={remaining > 0 && !isSure ? t('msp.move.confirmFirst') : undefined}
      isBusy={run.isPending || preview.isPending}
      onConfirm={() => run.mutate()}
      onCancel={onClose}
    >
      {error && <Refusal error={error} onRetry={retryOf(run, preview)} />}
      <p className="move-say">
        {t(`msp.say.${verb}`)} {t(`msp.undo.${verb}`)}
      </p>
      <div className="move-imp">
        <Impact base="msp" impact={impact} />
      </div>
      <div className="rows-s">
        {remaining > 0 && (
          <Checkbox label={t('msp.move.sure', { smart_count: remaining })} isOn={isSure} onChange={setSure} />
        )}
        <Field label={t(`resources.msp.actions.${verb}.fields.reason`)} isOptional>
          <TextInput rows={2} value={reason} onChange={setReason} />
        </Field>
      </div>
    </ConfirmDialog>
  );
};

/** Calls the action; a try changes nothing and tells what would happen. */
const useMove = (record: Msp, verb: Verb) => {
  const action = useResourceMeta().actions.find(({ name }) => name === verb);
  return (input: Record<string, unknown>, isDryRun = false) => {
    if (!action) throw new Error(`nobody may ${verb} here`);
    return callAction<Moved>({ action, record: { ...record }, input, key: crypto.randomUUID(), isDryRun });
  };
};
