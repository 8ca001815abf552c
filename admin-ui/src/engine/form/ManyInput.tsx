import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { IconButton } from '../../ui/IconButton';
import { Help } from '../../ui/Field';
import { useFocusInside } from '../../ui/useFocusInside';
import { enumText, useMeta } from '../../meta';
import { LazyFiles } from './FileKindInputs';
import { useFormState } from './FormContext';
import type { KindInputProps } from './KindInputProps';
import { ObjectInput } from './ObjectInput';
import { PartInput } from './ObjectInput';
import { Tags } from './Tags';

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Several values of one kind: words as tags, files as a list, those of an enumeration to tick, everything else as rows. */
export const ManyInput = (props: KindInputProps) => {
  if (props.field.kind === 'enum') return <ChoiceBoxes {...props} />;
  if (props.field.kind === 'file') return <LazyFiles {...props} />;
  return isWord(props) ? <Tags {...props} /> : <Rows {...props} />;
};

const words = new Set(['text', 'email', 'locale', 'url', 'messageKey']);
const isWord = ({ field }: KindInputProps) => words.has(field.kind);

/** In the order of the enumeration, however they are ticked. */
const ChoiceBoxes = ({ field, label, value, onChange }: KindInputProps) => {
  const t = useTranslate();
  const meta = useMeta();
  const { isReadOnly } = useFormState();
  const name = field.enum ?? '';
  const all = meta.enums?.[name] ?? [];
  const chosen = new Set(listOf(value));
  const tick = (one: string, isOn: boolean) => onChange(all.filter(each => (each === one ? isOn : chosen.has(each))));
  return (
    <fieldset className="ticks" aria-label={label}>
      {all.map(each => (
        <Checkbox
          key={each}
          label={t(enumText(meta, name, each))}
          isOn={chosen.has(each)}
          isOff={isReadOnly}
          onChange={isOn => tick(each, isOn)}
        />
      ))}
    </fieldset>
  );
};

const Rows = ({ field, source, label, value, onChange }: KindInputProps) => {
  const t = useTranslate();
  const { errors, isReadOnly } = useFormState();
  const list = listOf(value);
  const one = { ...field, many: false };
  const { place, restore } = useFocusInside();
  const remove = (at: number) => {
    onChange(list.filter((_, i) => i !== at));
    restore();
  };
  return (
    <div className="rows" ref={place}>
      {list.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
        <div key={i} className="rows-row">
          <Item
            field={one}
            source={`${source}[${i}]`}
            label={`${label} ${i + 1}`}
            value={item}
            onChange={next => onChange(list.map((old, at) => (at === i ? next : old)))}
          />
          {!isReadOnly && (
            <IconButton
              icon="trash"
              label={t('panel.form.removeItem', { item: `${label} ${i + 1}` })}
              onClick={() => remove(i)}
            />
          )}
        </div>
      ))}
      {errors[source] && <Help id={`${source}-rows`} text={errors[source]} isError />}
      {!isReadOnly && (
        <Button small icon="plus" onClick={() => onChange([...list, field.kind === 'object' ? {} : null])}>
          {t('panel.form.addItem')}
        </Button>
      )}
    </div>
  );
};

/** One of several: the parts of an object have labels of their own. */
const Item = (props: KindInputProps) =>
  props.field.kind === 'object' ? <ObjectInput {...props} /> : <PartInput {...props} />;
