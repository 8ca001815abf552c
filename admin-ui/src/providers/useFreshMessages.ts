import { useEffect } from 'react';
import { watchMessages } from './messages';

/** Keeps the texts fresh while the panel is open. */
export const useFreshMessages = () => useEffect(watchMessages, []);
