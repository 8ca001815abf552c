import type { TextPlan, TextPlanKind, TextPlanLine } from '../../../generated/answers';

/** What is done otherwise than a plan says: by the ids of lines, and for all lines of a kind. */
export interface Choices {
  lines: ReadonlyMap<string, boolean>;
  kinds: ReadonlyMap<TextPlanKind, boolean>;
}

export const nothingChosen: Choices = { lines: new Map(), kinds: new Map() };

/** How many lines of each kind a plan has, those too that are not listed. */
export const totalOf = (plan: TextPlan, kind: TextPlanKind) =>
  ({
    NEW: plan.new,
    CHANGED: plan.changed,
    CONFLICT: plan.conflicts,
    REFUSED: plan.refused,
    REMOVED: plan.removed,
  })[kind];

/** Whether a line is carried out when nobody says anything: what somebody else has changed meanwhile is not. */
const isUsual = (kind: TextPlanKind) => kind === 'NEW' || kind === 'CHANGED' || kind === 'REMOVED';

const ofKind = ({ kinds }: Choices, kind: TextPlanKind) => kinds.get(kind) ?? isUsual(kind);

export const isLineAccepted = (choices: Choices, line: TextPlanLine) =>
  line.kind !== 'REFUSED' && (choices.lines.get(line.id) ?? ofKind(choices, line.kind));

/** How many lines of a kind are carried out. */
export const acceptedOf = (plan: TextPlan, choices: Choices, kind: TextPlanKind) => {
  if (kind === 'REFUSED') return 0;
  const usual = ofKind(choices, kind);
  const others = plan.lines.filter(line => line.kind === kind && isLineAccepted(choices, line) !== usual).length;
  return usual ? totalOf(plan, kind) - others : others;
};

const wordOf = (isAccepted: boolean) => (isAccepted ? 'TAKE' : 'KEEP');

/** The choices as the service takes them. */
export const decisionsOf = ({ lines }: TextPlan, choices: Choices) => {
  const other = lines.filter(
    line => isLineAccepted(choices, line) !== ofKind(choices, line.kind) && line.kind !== 'REFUSED',
  );
  return {
    decisions: Object.fromEntries(other.map(line => [line.id, wordOf(isLineAccepted(choices, line))])),
    ...(choices.kinds.size > 0 && {
      policies: Object.fromEntries([...choices.kinds].map(([kind, isAccepted]) => [kind, wordOf(isAccepted)])),
    }),
  };
};
