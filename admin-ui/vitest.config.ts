import { defineConfig, mergeConfig } from 'vitest/config';
import built from './vite.config';

/** Apart from the build, which is done without what only tests need. */
export default mergeConfig(
  built,
  defineConfig({
    test: {
      environment: 'jsdom',
      isolate: false, // files share what they import: most of their time went there. No test replaces a module.
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['test/setup.ts'],
      server: { deps: { inline: ['ra-core', 'ra-ui-materialui', 'ra-i18n-polyglot', 'ra-data-simple-rest'] } },
      restoreMocks: true,
      testTimeout: 120_000, // four times what test/setup.ts waits for one thing
    },
  }),
);
