import { useState } from 'react';
import { useListContext, useLocation } from 'ra-core';
import { outbound } from '../../router/dialect';

/** The query of the address that the rows at hand belong to: until the next page arrives, that of the one before. */
export const useRowsSearch = () => {
  const search = outbound(useLocation().search);
  const { isPlaceholderData } = useListContext();
  const [stored, setStored] = useState(search);
  if (isPlaceholderData) return stored;
  if (stored !== search) setStored(search);
  return search;
};
