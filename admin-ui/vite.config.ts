import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** ra-core imports react-router's adapter statically, 25 kB that nothing here runs: ours takes its place. */
const ownRouter = (): Plugin => ({
  name: 'own-router',
  enforce: 'pre',
  resolveId: (id, importer) =>
    /adapters\/reactRouterProvider(\.js)?$/.test(id) && importer?.includes('ra-core')
      ? resolve('src/router/adapter.ts')
      : undefined,
});

/** Files that gain nothing from compression. */
const packed = /\.(br|png|woff2|gitkeep)$/;

/** Writes a brotli twin beside every file, so that the service compresses nothing at run time. */
const brotli = (): Plugin => ({
  name: 'brotli',
  apply: 'build',
  writeBundle: ({ dir = 'dist' }) => {
    for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
      // index.html gets a nonce per answer and cannot be compressed beforehand.
      if (!entry.isFile() || packed.test(entry.name) || entry.name === 'index.html') continue;
      const file = join(entry.parentPath, entry.name);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
    }
  },
});

const api = process.env['API'] ?? 'http://127.0.0.1:8080';

const named = '[name]-[hash:7]';

export default defineConfig({
  plugins: [ownRouter(), react(), brotli()],
  resolve: {
    alias: [
      // polyglot brings polyfills of what every browser has; they must stay CommonJS.
      { find: 'object.entries', replacement: resolve('shims/entries.cjs') },
      { find: 'hasown', replacement: resolve('shims/hasown.cjs') },
      { find: 'warning', replacement: resolve('shims/warning.cjs') },
      // Parts of ra-core that it imports statically and that nothing here runs.
      { find: /^jsonexport\/.*/, replacement: resolve('shims/jsonexport.js') },
      { find: 'inflection', replacement: resolve('shims/inflection.js') },
    ],
  },
  server: { proxy: { '/api': api, '/napi': api, '/items': api } },
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'esnext',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first row carries the names of all later parts, and hashes do not compress: one sign less each is 0.25 kB.
        entryFileNames: `assets/${named}.js`,
        chunkFileNames: `assets/${named}.js`,
        assetFileNames: `assets/${named}[extname]`,
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
            { name: 'panel', test: /\/src\//, tags: ['$initial'] },
            // What several later parts are made of comes in one piece: by itself each brings a dozen of half a kilobyte.
            {
              name: 'look',
              test: /node_modules\/(@mui\/(material|system|utils|styled-engine|private-theming)|@emotion|@popperjs)\//,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
});
