import { CodeCell, TitleCell } from '../../engine/cells/kindCells';
import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';
import { ConnectionsAbove } from './ConnectionsAbove';
import { InboundAbove } from './InboundAbove';
import { DetailCell } from './DetailCell';
import { ProposalCell } from './ProposalCell';
import { ReasonLine } from './ReasonLine';
import { useMappingTitle } from './useMappingTitle';
import { VmsTabs } from './VmsTabs';

const loadConnection = () => import('./connection/chunk');
const Overview = lazyPart(() => loadConnection().then(m => m.Overview));
const Cursor = lazyPart(() => loadConnection().then(m => m.Cursor));
const loadMapping = () => import('./mappingForm');
const MappingInput = lazyPart(() => loadMapping().then(m => m.MappingInput));
const MappingHints = lazyPart(() => loadMapping().then(m => m.MappingHints));
const loadVersions = () => import('./versions');
const NewVersion = lazyPart(() => loadVersions().then(m => m.NewVersion));
const Studio = lazyPart(() => import('./studio/Studio').then(m => m.Studio));
const Publish = lazyPart(() => loadVersions().then(m => m.Publish));
const Reinstate = lazyPart(() => loadVersions().then(m => m.Reinstate));
const Shape = lazyPart(() => loadConnection().then(m => m.Shape));
const loadMessage = () => import('./message');
const Exchanges = lazyPart(() => loadMessage().then(m => m.Exchanges));
const MessageHead = lazyPart(() => loadMessage().then(m => m.MessageHead));
const DetailInput = lazyPart(() => loadMessage().then(m => m.DetailInput));
const ProposalInput = lazyPart(() => import('./ProposalInput').then(m => m.ProposalInput));
const Replay = lazyPart(() => loadMessage().then(m => m.Replay));
const ReplayMany = lazyPart(() => loadMessage().then(m => m.ReplayMany));

/** Where mappings differ from what the metadata draws. */
export const vmsMapping: Override<'vmsMapping'> = {
  Above: VmsTabs,
  aside: MappingHints,
  inputs: {
    connectionId: MappingInput,
    direction: MappingInput,
    entity: MappingInput,
    note: MappingInput,
    rules: MappingInput,
    lookups: MappingInput,
    tests: MappingInput,
  },
  tabs: [{ name: 'try', label: 'panel.vms.tab.try', isFull: true, isFirst: true, Body: Studio }],
  dialogs: { publish: Publish, newVersion: NewVersion, reinstate: Reinstate },
  cells: { entity: { width: 208 } },
  useRowTitle: useMappingTitle,
};

export const vmsConnection: Override<'vmsConnection'> = {
  Above: ConnectionsAbove,
  Overview,
  tabs: [
    { name: 'cursor', label: 'panel.vms.tab.cursor', Body: Cursor },
    { name: 'shape', label: 'panel.vms.tab.shape', Body: Shape },
  ],
};

export const vmsProposal: Override<'vmsProposal'> = {
  Above: VmsTabs,
  cells: {
    field: { Cell: ProposalCell, width: 140 },
    current: { Cell: ProposalCell, width: 160 },
    proposed: { Cell: ProposalCell, width: 160 },
    state: { width: 140 },
  },
  inputs: { field: ProposalInput, current: ProposalInput, proposed: ProposalInput },
};

export const vmsDifference: Override<'vmsDifference'> = {
  Above: VmsTabs,
  cells: {
    field: { Cell: ProposalCell, width: 160 },
    ours: { Cell: ProposalCell, width: 160 },
    theirs: { Cell: ProposalCell, width: 160 },
    state: { width: 160 },
  },
  inputs: { field: ProposalInput, ours: ProposalInput, theirs: ProposalInput },
};

/** What stands above the form of a project. */
export const Proposals = lazyPart(() => import('./Proposals').then(m => m.Proposals));

const message = {
  messageId: { Cell: TitleCell, width: 216 },
  connectionName: { width: 140 },
  entity: { width: 160 },
  state: { width: 140 },
  detail: { Cell: DetailCell, width: 200 },
} as const;

/** Where the messages of either direction differ. */
export const vmsInbound: Override<'vmsInbound'> = {
  Above: InboundAbove,
  cells: { ...message, matchKey: { Cell: CodeCell, width: 132 }, reason: { width: 160, Line: ReasonLine } },
  inputs: { exchanges: Exchanges, detail: DetailInput },
  Head: MessageHead,
  dialogs: { replay: Replay },
  bulk: { replay: ReplayMany },
};

export const vmsOutbound: Override<'vmsOutbound'> = {
  Above: VmsTabs,
  cells: { ...message, failure: { width: 200, Line: ReasonLine } },
  inputs: { exchanges: Exchanges, detail: DetailInput },
  Head: MessageHead,
};
