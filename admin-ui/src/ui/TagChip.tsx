import { useTranslate } from 'ra-core';
import { IconButton } from './IconButton';
import type { AutocompleteRenderValueGetItemProps } from '@mui/material/Autocomplete';

interface Props {
  label: string;
  isReadOnly: boolean;
  place: Omit<ReturnType<AutocompleteRenderValueGetItemProps<true>>, 'key'>;
}

/** One of several values of an input, with the button that takes it away. */
export const TagChip = ({ label, isReadOnly, place: { className, onDelete, disabled: _, ...place } }: Props) => {
  const t = useTranslate();
  return (
    <span {...place} className={`tag ${className}`}>
      {label}
      {!isReadOnly && <IconButton icon="x" label={t('panel.form.removeItem', { item: label })} onClick={onDelete} />}
    </span>
  );
};
