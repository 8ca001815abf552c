import { useState } from 'react';
import { ResourceContextProvider } from 'ra-core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { noMeta, noResource, Panel } from '../../../test/Panel';
import { fakeService, type Reply } from '../../../test/service';
import type { Freelancer } from '../../generated/resources';
import { WriteMail } from './WriteMail';

const offered = {
  to: 'noor@talent.example',
  replyTo: 'mara@poolkeeper.example',
  locale: 'de',
  drafts: [
    { template: 'freelancer.message', subject: 'Nachricht', body: 'Hallo Noor', hasLink: false, isFrame: false },
    { template: 'freelancer.availability', subject: 'Wann?', body: 'Ab wann?', hasLink: false, isFrame: false },
  ],
};
const action = 'resources.freelancer.actions.writeMail';
const done = vi.fn();

/** The dialog, which goes once it has done its work. */
const Dialog = () => {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    done();
    setOpen(false);
  };
  return isOpen && <WriteMail record={{ id: 7, name: 'Noor Haddad' } as Freelancer} onClose={close} onDone={close} />;
};

const open = (
  sent: Reply = { body: { mailId: 9, sendAt: '2026-11-29T12:01:00.000Z' } },
  drafts: Reply = { body: offered },
) => {
  const calls = fakeService(({ method, path }) => {
    if (path === '/api/mail/9/cancel') return { body: { id: 9, state: 'CANCELLED' } };
    return method === 'POST' ? sent : drafts;
  });
  render(
    <Panel meta={{ ...noMeta, resources: [{ ...noResource, name: 'freelancer', route: '/users/freelancers' }] }}>
      <ResourceContextProvider value="users/freelancers">
        <Dialog />
      </ResourceContextProvider>
    </Panel>,
  );
  return { calls, user: userEvent.setup({ delay: null }) };
};

const text = () => screen.findByRole('textbox', { name: new RegExp(`${action}.fields.body`) });

it('sends the words as they were changed, and stops the mail while it waits', async () => {
  const { calls, user } = open();
  expect(await text()).toHaveValue('Hallo Noor');
  await user.type(await text(), '!');
  await user.click(screen.getByRole('button', { name: `${action}.submit` }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(calls.at(-1)?.body).toEqual({ template: 'freelancer.message', subject: 'Nachricht', body: 'Hallo Noor!' });
  await user.click(await screen.findByRole('button', { name: 'panel.jobs.undo' }));
  expect(await screen.findByText('It was undone')).toBeVisible();
  expect(calls.some(({ path }) => path === '/api/mail/9/cancel')).toBe(true);
});

it('refuses a message that is the salutation and the closing of its draft alone', async () => {
  const frame = { ...offered.drafts[0], body: 'Hallo Noor\n\n\nGruß\nMara', isFrame: true };
  const { calls, user } = open(undefined, { body: { ...offered, drafts: [frame] } });
  await user.type(await text(), '\n ');
  const submit = screen.getByRole('button', { name: `${action}.submit` });
  await user.click(submit);
  expect(submit).toHaveAttribute('aria-disabled', 'true');
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await user.type(await text(), 'bis morgen');
  expect(submit).not.toHaveAttribute('aria-disabled', 'true');
});

it('keeps what was written when another template is looked at', async () => {
  const { user } = open();
  await user.type(await text(), '!');
  const templates = screen.getByRole('combobox');
  await user.selectOptions(templates, 'freelancer.availability');
  expect(await text()).toHaveValue('Ab wann?');
  await user.selectOptions(templates, 'freelancer.message');
  expect(await text()).toHaveValue('Hallo Noor!');
});

it('says at the field what is wrong with it', async () => {
  const wrong = {
    code: 'VALIDATION',
    messages: ['error.validation'],
    fieldErrors: { body: ['mail.error.placeholder'] },
  };
  const { user } = open({ status: 422, body: { status: 422, ...wrong } });
  await text();
  await user.click(screen.getByRole('button', { name: `${action}.submit` }));
  await waitFor(async () => expect(await text()).toHaveAccessibleDescription(/mail.error.placeholder/));
});

it('says why nothing may be written', async () => {
  const blockedBy = [{ key: 'freelancer.block.noAddress', params: { name: 'Noor' } }];
  open({}, { status: 409, body: { status: 409, code: 'TRANSITION_NOT_ALLOWED', details: { blockedBy } } });
  expect(await screen.findByText('freelancer.block.noAddress')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});
