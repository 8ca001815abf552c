import { useState } from 'react';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noMeta, noResource } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import { FormContext } from '../../engine/form/FormContext';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { OverrideReasonInput, RateInput } from './RateInputs';

afterEach(() => vi.unstubAllGlobals());

const texts = {
  'panel.application.handHint': 'The formula no longer decides it.',
  'panel.application.reasonToSend': 'Only with a reason.',
  'panel.application.limits.both': 'Allowed: %{min} to %{max}.',
  'detail.RATE_OUT_OF_RANGE': 'Outside.',
};

const stored = { projectId: 4, currency: 'EUR', rateUnit: 'Hr', payRate: 80, billRate: 90, rateOverride: false };

const Form = ({ base }: { base: Record<string, unknown> }) => {
  const [values, setValues] = useState(base);
  const set = (name: string, value: unknown) => setValues(old => ({ ...old, [name]: value }));
  const labels: Record<string, string> = { billRate: 'Bill rate', rateOverrideReason: 'Why' };
  const state = { meta: noResource, labelOf: (name: string) => labels[name] ?? name, base, values, isNew: false };
  return (
    <FormContext value={{ ...state, isReadOnly: false, changed: new Set(), errors: {}, set }}>
      <RateInput source="billRate" field={{ name: 'billRate', kind: 'money' }} />
      <OverrideReasonInput source="rateOverrideReason" field={{ name: 'rateOverrideReason', kind: 'text' }} />
      <button type="button" onClick={() => set('rateOverride', true)}>
        allow
      </button>
    </FormContext>
  );
};

const draw = (base: Record<string, unknown> = stored) => {
  fakeService(() => ({ body: { id: 4, rateMin: 80, rateMax: 100, rateUnit: 'Hr', currency: 'EUR' } }));
  const meta = { ...noMeta, permissions: ['project.read'] };
  return drawWith(
    <MetaContext value={meta}>
      <Form base={base} />
    </MetaContext>,
    texts,
  );
};
const rate = () => screen.getByRole('textbox', { name: /Bill rate/ });
const why = () => screen.queryByRole('textbox', { name: /Why/ });

it('asks for the reason as soon as a rate is set by hand, and says that the formula is out', async () => {
  const user = draw();
  expect(why()).toBeNull();
  await user.clear(rate());
  await user.type(rate(), '95');
  expect(rate()).toHaveAccessibleDescription('The formula no longer decides it.');
  expect(why()).not.toBeRequired(); // the service stores it without
  expect(screen.queryByText(/Outside/)).toBeNull();
});

it('warns at once of a rate outside of the limits, which is not sent without a reason', async () => {
  const user = draw();
  await user.clear(rate());
  await user.type(rate(), '120');
  expect(
    await screen.findByText(/Outside\. Allowed: €80\.00 to €100\.00\.|Outside\. Allowed: 80.00 € to 100.00 €\./),
  ).toBeVisible();
  expect(why()).toBeRequired();
  expect(why()).toHaveAccessibleDescription('Only with a reason.');
});

it('wants a reason for the mark alone, and remembers what was set by hand before', async () => {
  const user = draw();
  await user.click(screen.getByRole('button', { name: 'allow' }));
  expect(why()).toBeRequired();
});

it('knows what was set by hand before', () => {
  draw({ ...stored, rateOverride: true, rateBreakdown: { steps: [], byHand: ['billRate'] } });
  expect(rate()).toHaveAccessibleDescription('The formula no longer decides it.');
  expect(why()).not.toBeRequired();
});
