import type { RouterNavigateFunction } from 'ra-core';
import { navigate } from './history';

const go: RouterNavigateFunction = (to, options) => navigate(to, options);

/** Gives the function that goes elsewhere. It is the same at every call. */
export const useNavigate = () => go;
