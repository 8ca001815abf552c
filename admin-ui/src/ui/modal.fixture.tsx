import { useState } from 'react';
import { screen } from '@testing-library/react';
import { Button } from './Button';
import { Modal } from './Modal';
import { draw } from './ui.fixture';

interface Props {
  unsaved?: number | undefined;
  onDiscard?: () => void;
  onSave?: () => void;
  refusal?: string;
  more?: React.ReactNode;
}

const Opened = ({ unsaved, onDiscard, onSave, refusal, more }: Props) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Modal
          title="Harbour"
          {...(unsaved !== undefined && { unsaved })}
          onDiscard={onDiscard}
          onClose={() => setOpen(false)}
          actions={
            <Button look="primary" refusal={refusal} onClick={() => onSave?.()}>
              Save
            </Button>
          }
        >
          <input aria-label="Name" />
          {more}
        </Modal>
      )}
    </>
  );
};

export const open = async (props: Props = {}) => {
  const user = draw(<Opened {...props} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return user;
};
