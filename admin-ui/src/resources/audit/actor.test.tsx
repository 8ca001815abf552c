import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawWith } from '../../ui/ui.fixture';
import { ActorCell } from './ActorCell';

it('names the colleague whose change the product went on with', () => {
  const record = {
    actor: { kind: 'system', id: 0, name: 'follow' },
    causedBy: { kind: 'admin', id: 9, name: 'Jonas Ekberg' },
  };
  const texts = { 'panel.history.actor.system': 'Product', 'panel.history.causedBy': 'caused by %{name}' };
  drawWith(
    <p>
      <ActorCell record={record} field={{ name: 'actor', kind: 'object' }} />
    </p>,
    texts,
  );
  expect(screen.getByText(/Product/)).toHaveTextContent('Product caused by Jonas Ekberg');
});
