import { useContext } from 'react';
import { PlaceContext } from './Routes';

/** The parameters of the matched route. */
export const useParams = <T extends Record<string, string | undefined> = Record<string, string | undefined>>(): T =>
  useContext(PlaceContext).params as T; // the caller knows the path it was mounted at
