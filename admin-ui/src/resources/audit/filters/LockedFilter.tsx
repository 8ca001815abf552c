import { useId } from 'react';
import { Icon } from '../../../ui/Icon';
import '../../../engine/list/filters/filters.css';
import '../../../ui/button.css';

interface Props {
  label: string;
  /** Why nothing can be looked for. */
  refusal: string;
  /** The filter beside it says the same to whoever sees both. */
  hasReasonBeside?: boolean;
}

/** A filter that cannot be used, and says why before anybody tries. */
export const LockedFilter = ({ label, refusal, hasReasonBeside }: Props) => {
  const why = useId();
  return (
    <>
      <button type="button" className="f" aria-disabled aria-describedby={why}>
        <span className="l">{label}</span>
        <Icon name="lock" />
      </button>
      <span id={why} className={hasReasonBeside ? 'vh' : 'btn-why'}>
        {refusal}
      </span>
    </>
  );
};
