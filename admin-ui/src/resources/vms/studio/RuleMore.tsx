import { ObjectInput } from '../../../engine/form/ObjectInput';
import { fieldOf, useResourceMeta } from '../../../meta';
import type { Rule } from './rules';
import { emptyRule } from './rules';

interface Props {
  rule: Rule;
  index: number;
  onChange: (rule: Rule) => void;
}

/** The parts of a rule that stand in its row already. */
const inRow = new Set(['target', 'jq', 'off']);

/** What else a rule can say: whether it must have a value, when it counts, what stands in, how long it may be. */
export const RuleMore = ({ rule, index, onChange }: Props) => {
  const rules = fieldOf(useResourceMeta(), 'rules');
  if (!rules?.fields) return null;
  const field = { ...rules, many: false, fields: rules.fields.filter(({ name }) => !inRow.has(name)) };
  return (
    <div className="st-more">
      <ObjectInput
        field={field}
        source={`rules[${index}]`}
        label=""
        value={rule}
        onChange={value => onChange({ ...emptyRule, ...(value as Partial<Rule> | null) })} // the parts come from the declaration
      />
    </div>
  );
};
