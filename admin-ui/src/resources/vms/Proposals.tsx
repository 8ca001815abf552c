import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Age } from '../../engine/cells/Age';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { AsideProps } from '../../engine/overrideProps';
import { useOnline } from '../../engine/useOnline';
import type { Project, VmsProposal } from '../../generated/resources';
import { useResourceMeta } from '../../meta';
import { request, type Page } from '../../providers/http';
import { Button } from '../../ui/Button';
import { useProposedText, parsedOf } from './useProposedText';
import './vms.css';

/** What the VMS says of fields that were edited here, each to be taken over or left as it is. */
export const Proposals = ({ record, onDone }: AsideProps<Project>) => {
  const t = useTranslate();
  const path = `/api/project/${record.id}/proposal`;
  const client = useQueryClient();
  const key = ['vms', 'proposals', record.id];
  const { data = [] } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request<Page<VmsProposal>>('GET', path, { signal })).data.results,
    enabled: record.status !== 'DELETED',
    gcTime: 0,
  });
  if (data.length === 0) return null;
  const decided = (saved: Project) => {
    void client.invalidateQueries({ queryKey: key });
    void client.invalidateQueries({ queryKey: ['platform/vms/proposals'] });
    onDone?.(saved);
  };
  const title = t('panel.vms.proposal.title', { smart_count: data.length });
  return (
    <section className="vms-part vms-proposals" aria-label={title}>
      <h3>{title}</h3>
      <p className="t2">{t('panel.vms.proposal.text', { smart_count: data.length })}</p>
      <ul>
        {data.map(each => (
          <Proposal key={each.id} proposal={each} project={record} path={path} onDecided={decided} />
        ))}
      </ul>
    </section>
  );
};

interface Props {
  proposal: VmsProposal;
  project: Project;
  path: string;
  onDecided: (saved: Project) => void;
}

const Proposal = ({ proposal, project, path, onDecided }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const isOnline = useOnline();
  const mayEdit = useResourceMeta().can.includes('update');
  const { label, text } = useProposedText();
  const [isTaking, setTaking] = useState(false);
  const { field, proposed, at } = proposal;
  const own = { ...project } as Record<string, unknown>; // by names that only the service knows
  const name = label(field);
  const run = useMutation({
    mutationFn: async (accept: boolean) =>
      (await request<Project>('POST', `${path}/${proposal.id}`, { body: { accept } })).data,
    onSuccess: (saved, accept) => {
      notify(accept ? 'panel.vms.proposal.accepted' : 'panel.vms.proposal.kept', {
        type: 'success',
        messageArgs: { field: name },
      });
      onDecided(saved);
    },
  });
  const decide = (accept: boolean) => {
    setTaking(accept);
    run.mutate(accept);
  };
  const nothing = t('panel.vms.try.nothing');
  return (
    <li>
      <b>{name}</b>
      <dl>
        <div>
          <dt>{t('panel.vms.proposal.here')}</dt>
          <dd>{text(field, own[field], own) || nothing}</dd>
        </div>
        <div>
          <dt>{t('panel.vms.proposal.there')}</dt>
          <dd>
            {text(field, parsedOf(proposed), proposal.currency ? { ...own, currency: proposal.currency } : own) ||
              nothing}{' '}
            {at && (
              <span className="t2 s12">
                <Age at={at} />
              </span>
            )}
          </dd>
        </div>
      </dl>
      {mayEdit && (
        <div className="vms-do">
          <Button
            small
            isBusy={run.isPending && isTaking}
            refusal={isOnline ? undefined : t('panel.list.offline')}
            onClick={() => decide(true)}
          >
            {t('panel.vms.proposal.take')} <span className="vh">{name}</span>
          </Button>
          <Button small isBusy={run.isPending && !isTaking} onClick={() => decide(false)}>
            {t('panel.vms.proposal.keep')} <span className="vh">{name}</span>
          </Button>
        </div>
      )}
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
    </li>
  );
};
