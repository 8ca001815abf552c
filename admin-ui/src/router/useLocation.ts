import { useSyncExternalStore } from 'react';
import { currentLocation, onLocation } from './history';

/** Where we are, in react-admin's dialect. */
export const useLocation = () => useSyncExternalStore(onLocation, currentLocation);
