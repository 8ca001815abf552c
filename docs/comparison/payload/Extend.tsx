'use client';

import { Button, DatePicker, Modal, toast, useModal, useSelection } from '@payloadcms/ui';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

export const Extend = () => {
  const { openModal, closeModal } = useModal();
  const { getSelectedIds } = useSelection();
  const [expiresOn, setExpiresOn] = useState<Date>();
  const router = useRouter();
  const extend = async () => {
    const answer = await fetch('/api/certificates/extend', {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids: getSelectedIds(), expiresOn }),
    });
    if (!answer.ok) return toast.error((await answer.json()).errors?.[0]?.message);
    toast.success('Extended');
    closeModal('extend');
    router.refresh();
  };
  return (
    <>
      <Button onClick={() => openModal('extend')}>Extend</Button>
      <Modal slug="extend">
        <DatePicker value={expiresOn} onChange={setExpiresOn} />
        <Button onClick={extend}>Extend</Button>
      </Modal>
    </>
  );
};
