import { type ProviderClient } from '../provider/identity-provider.port';
import { type Intent } from './intent';

/**
 * `change`: make the intent's change at the provider (create, rotate, rename).
 * `look`: find the credential's client by its tag.
 * `delete`: delete the client.
 * `finish`: commit; the change holds. `abandon`: commit; nothing has happened.
 */
export type Step = 'change' | 'look' | 'delete' | 'finish' | 'abandon';

/** What is known on the way. */
export interface IntentProgress {
  /** The client when last seen: what the last call to the provider answered, or that there is none. */
  readonly client: ProviderClient | 'absent' | 'unknown';
  /** Whether the secret or key that the intent grants is at hand: only with whoever began it, never after a crash. */
  readonly holdsGrant: boolean;
}

/**
 * What to do next about a change of a credential: for the request that began it as for the reconciler that found it.
 * Every step can be repeated; repeated until `finish` or `abandon`, it leaves the change done wholly or not at all.
 */
export function nextStep(intent: Intent, { client, holdsGrant }: IntentProgress): Step {
  switch (intent.kind) {
    case 'create':
      return holdsGrant ? makeNew(intent, client) : undoNew(client);
    case 'rotate':
      return rotate(intent, client, holdsGrant);
    case 'rename':
      return client === 'absent' || isApplied(intent, client) ? 'finish' : 'change';
    case 'revoke':
      return client === 'absent' ? 'finish' : 'delete';
  }
}

type SeenClient = IntentProgress['client'];

/** The provider keeps the intent's id in the same step as its change, so one without the other is never seen. */
function isApplied(intent: Intent, client: SeenClient): boolean {
  return typeof client === 'object' && client.revision === intent.id;
}

function makeNew(intent: Intent, client: SeenClient): Step {
  return isApplied(intent, client) ? 'finish' : 'change';
}

/** Nobody has been given the secret, and nobody can be any more. */
function undoNew(client: SeenClient): Step {
  if (client === 'unknown') return 'look';
  return client === 'absent' ? 'abandon' : 'delete';
}

function rotate(intent: Intent, client: SeenClient, holdsGrant: boolean): Step {
  if (isApplied(intent, client)) return 'finish';
  if (client === 'absent') return 'abandon';
  if (holdsGrant) return 'change';
  // The old secret or key still works; what would have replaced it is gone with whoever held it.
  return client === 'unknown' ? 'look' : 'abandon';
}
