import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine is slow, not wrong: waiting ends with the thing waited for, and the limit is for what never comes.
configure({ asyncUtilTimeout: 30_000 });

afterEach(cleanup);
