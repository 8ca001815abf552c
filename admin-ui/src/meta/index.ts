/* What the service says about itself: its form, what is known of it for the person signed in, and the keys of its texts. */
export * from './known';
export * from './labels';
export * from './renamed';
export type * from './types';
