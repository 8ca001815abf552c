import { useEffect, useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFailureText } from '../../engine/form/useFailureText';
import { useJobStore } from '../../engine/jobs/jobStore';
import { PlannedHere } from '../../engine/planned/PlannedHere';
import { useCan } from '../../meta';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { Button } from '../../ui/Button';
import { Note } from '../../ui/Note';
import { type Formulas, formulasKey, keys, type Pair, readImpact, type Target } from './calls';
import { FormulaField } from './FormulaField';
import { ImpactDialog } from './ImpactDialog';
import { Preview } from './Preview';
import { usePreview } from './usePreview';
import { Versions } from './Versions';
import { WarnedNote } from './WarnedNote';
import { cyclicOf, errorsAt, inForce, isAboutFormulas } from './wrong';

interface Props {
  target: Target;
  clientId: number | null;
  formulas: Formulas;
}

/** The two editors of a record, what they would change, and what they were. */
export const Workbench = ({ target, clientId, formulas }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const queries = useQueryClient();
  const mayWrite = useCan(target.scope === 'project' ? 'rate.write' : 'formula.write');
  const [draft, setDraft] = useState<Partial<Pair>>({});
  const pair: Pair = {
    payRateFormula: draft.payRateFormula ?? formulas.payRateFormula,
    billRateFormula: draft.billRateFormula ?? formulas.billRateFormula,
  };
  const changed: Pair = {
    payRateFormula: pair.payRateFormula === formulas.payRateFormula ? '' : pair.payRateFormula,
    billRateFormula: pair.billRateFormula === formulas.billRateFormula ? '' : pair.billRateFormula,
  };
  const preview = usePreview(clientId, inForce(pair, formulas.inherited), changed);
  const impact = useMutation({ mutationFn: () => readImpact(target, pair) });
  const isChanged = keys.some(key => pair[key] !== formulas[key]);
  const change = (next: Partial<Pair>) => {
    setDraft({ ...draft, ...next });
    impact.reset();
  };
  useFreshFormulas(target);
  const cyclic = cyclicOf(impact.error);
  const found = { checked: impact.error, trouble: preview.trouble };
  return (
    <div className="fml-bench">
      <div>
        <WarnedNote warned={formulas.warned} target={target} />
        <PlannedFormulas target={target} />
        {keys.map(key => (
          <FormulaField
            key={key}
            name={key}
            value={pair[key]}
            inherited={formulas.inherited}
            isTop={target.scope === 'system'}
            isChanged={pair[key] !== formulas[key]}
            isReadOnly={!mayWrite}
            errors={errorsAt(key, { text: pair[key], stored: formulas[key] }, found, say)}
            onChange={text => change({ [key]: text })}
          />
        ))}
        {cyclic.length > 0 && <Note tone="bad">{t('panel.formulas.cycle', { records: cyclic.join(', ') })}</Note>}
        {impact.error && !isAboutFormulas(impact.error) && <Refusal error={impact.error} onRetry={retryOf(impact)} />}
        {mayWrite && (
          <p className="fml-acts">
            <Button
              look="primary"
              isBusy={impact.isPending}
              refusal={isChanged ? undefined : t('panel.formulas.unchanged')}
              onClick={() => impact.mutate()}
            >
              {t('panel.formulas.save')}
            </Button>
          </p>
        )}
        <Versions versions={formulas.versions} onUse={mayWrite ? change : undefined} />
      </div>
      <Preview hasClient={clientId !== null} preview={preview} />
      {impact.data && (
        <ImpactDialog
          target={target}
          pair={pair}
          version={formulas.version}
          impact={impact.data}
          onClose={impact.reset}
          onSaved={() => {
            impact.reset();
            // Until what was saved is read back, the draft is what stands in the editors.
            void queries.invalidateQueries({ queryKey: formulasKey(target) }).then(() => setDraft({}));
            void queries.invalidateQueries({ queryKey: ['rateSamples'] });
          }}
        />
      )}
    </div>
  );
};

/** What is planned for the formulas: those of the system are no record. */
const PlannedFormulas = ({ target }: { target: Target }) =>
  target.scope === 'system' ? (
    <PlannedHere entity="rateFormula" />
  ) : (
    <PlannedHere entity={target.scope} id={target.id} />
  );

/** Reads formulas and samples again after a job was looked at: it may have changed the rates and their warnings. */
const useFreshFormulas = (target: Target) => {
  const queries = useQueryClient();
  const { opened } = useJobStore();
  useEffect(() => {
    if (!opened) return undefined;
    return () => {
      void queries.invalidateQueries({ queryKey: formulasKey(target) });
      void queries.invalidateQueries({ queryKey: ['rateSamples'] });
    };
  }, [opened, queries, target]);
};
