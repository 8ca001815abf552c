import { CodeCell } from '../../engine/cells/kindCells';
import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';

// The parts of the form come with the form, not with the first row.
const load = () => import('./chunk');
const CorrectInput = lazyPart(() => load().then(m => m.CorrectInput));
const EntityInput = lazyPart(() => load().then(m => m.EntityInput));
const FlagsInput = lazyPart(() => load().then(m => m.FlagsInput));
const KeyInput = lazyPart(() => load().then(m => m.KeyInput));
const KindInput = lazyPart(() => load().then(m => m.KindInput));
const OptionsInput = lazyPart(() => load().then(m => m.OptionsInput));
const PrefillInput = lazyPart(() => load().then(m => m.PrefillInput));
const ScopeInput = lazyPart(() => load().then(m => m.ScopeInput));
const Simulator = lazyPart(() => load().then(m => m.Simulator));
const TextInput = lazyPart(() => load().then(m => m.TextKeyInput));
const TypeInput = lazyPart(() => load().then(m => m.TypeInput));
const ValidationInput = lazyPart(() => load().then(m => m.ValidationInput));
const VersionInput = lazyPart(() => load().then(m => m.VersionInput));
const Versions = lazyPart(() => load().then(m => m.Versions));

/** Where questions differ from what the metadata draws. */
export const question: Override<'question'> = {
  cells: {
    key: { width: 136 },
    label: { width: 244, rank: 1 },
    questionVersion: { width: 72, align: 'end', rank: 3 },
    clientName: { width: 128 },
    legalEntityName: { width: 140, rank: 3 },
    valueType: { width: 124 },
    inputKind: { width: 116 },
    used: { width: 96 },
    active: { width: 80 },
    labelKey: { Cell: CodeCell, width: 180, rank: 3 },
  },
  inputs: {
    asNewVersion: VersionInput,
    correctAnswers: CorrectInput,
    flags: FlagsInput,
    helpKey: TextInput,
    inputKind: KindInput,
    key: KeyInput,
    labelKey: TextInput,
    legalEntityId: EntityInput,
    options: OptionsInput,
    prefillSource: PrefillInput,
    scope: ScopeInput,
    validation: ValidationInput,
    valueType: TypeInput,
  },
  tabs: [
    { name: 'try', label: 'panel.question.tab.try', Body: Simulator },
    { name: 'versions', label: 'panel.question.tab.versions', Body: Versions },
  ],
};
