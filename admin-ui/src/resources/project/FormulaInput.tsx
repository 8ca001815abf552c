import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { CodeEditor } from '../../ui/CodeEditor';

/** A rate formula, in the editor that knows its words; none is null, as the record has it. */
export const FormulaInput = (props: InputProps) => {
  const { values, set } = useFormState();
  const formula = values[props.source];
  return (
    <FieldInput {...props} isWide>
      <CodeEditor
        mode="formula"
        value={typeof formula === 'string' ? formula : ''}
        onChange={next => set(props.source, next || null)}
      />
    </FieldInput>
  );
};
