import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { noMeta, Panel } from '../../../test/Panel';
import { VmsTabs } from './VmsTabs';

const entry = { name: 'vmsDifferences', label: 'menu.vmsDifferences', route: '/platform/vms/differences' };
const meta = { ...noMeta, groups: [{ name: 'platform', segment: 'platform', entries: [entry] }] };

it('brings the tab of the screen into sight, where there is no room for all', async () => {
  const shown = vi.fn();
  Element.prototype.scrollIntoView = function scroll() {
    shown(this.getAttribute('href'));
  };
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));
  render(
    <Panel meta={meta}>
      <VmsTabs />
    </Panel>,
  );
  await userEvent.click(screen.getByRole('link'));
  expect(screen.getByRole('link')).toHaveAttribute('aria-current', 'page');
  expect(shown).toHaveBeenCalledWith(entry.route);
});
