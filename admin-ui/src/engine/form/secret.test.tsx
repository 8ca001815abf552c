import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Panel } from '../../../test/Panel';
import { Field } from '../../ui/Field';
import { kindInputs } from './kindInputs';

const Text = kindInputs.text;

it.each([
  [true, 'password'],
  [false, 'text'],
])('hides what is typed into a field that is never shown again: %j', (writeOnly, type) => {
  render(
    <Panel>
      <Field label="Secret">
        <Text
          field={{ name: 'secret', kind: 'text', writeOnly }}
          source="secret"
          label="Secret"
          value="open sesame"
          onChange={() => undefined}
        />
      </Field>
    </Panel>,
  );
  expect(screen.getByLabelText('Secret')).toHaveAttribute('type', type);
});
