import { identity1763800000000 } from './1763800000000-identity';
import { type Migration } from './migration';

/** In the order in which they are applied. A migration that has landed never changes. */
export const migrations: readonly Migration[] = [identity1763800000000];
