import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine is slow, not wrong: waiting ends with the thing waited for.
configure({ asyncUtilTimeout: 5_000 });

afterEach(cleanup);
