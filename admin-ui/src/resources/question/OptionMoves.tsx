import { useTranslate } from 'ra-core';
import { IconButton } from '../../ui/IconButton';

interface Props {
  name: string;
  /** Answers may name it, so it cannot be removed. */
  isKnown: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
}

/** Moves an option up and down, or takes it away. */
export const OptionMoves = ({ name, isKnown, onMove, onRemove }: Props) => {
  const t = useTranslate();
  return (
    <span className="q-moves">
      <IconButton small icon="up" label={t('panel.question.option.up', { option: name })} onClick={() => onMove(-1)} />
      <IconButton
        small
        icon="down"
        label={t('panel.question.option.down', { option: name })}
        onClick={() => onMove(1)}
      />
      {!isKnown && (
        <IconButton small icon="trash" label={t('panel.question.option.remove', { option: name })} onClick={onRemove} />
      )}
    </span>
  );
};
