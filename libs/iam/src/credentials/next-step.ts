import { type ProviderClient } from '../provider/identity-provider.port';
import { type Intent } from './intent';

/**
 * `change`: make the intent's change at the provider (create, rotate, end-overlap, rename).
 * `look`: find the credential's client by its tag.
 * `delete`: delete the client.
 * `finish`: commit; the change takes effect. `abandon`: commit; the change had no effect.
 */
export type Step = 'change' | 'look' | 'delete' | 'finish' | 'abandon';

/** The known state of a change. */
export interface IntentProgress {
  /** The client in the provider's last response; `absent` if it does not exist. */
  readonly client: ProviderClient | 'absent' | 'unknown';
  /** Whether the secret or key of the intent is known: only to the request that started it, never after a crash. */
  readonly holdsGrant: boolean;
  /** Whether the client is at a provider that the platform no longer manages: no step may call a provider. */
  readonly isElsewhere: boolean;
}

/**
 * The next step of a change of a credential, for the request that started it and for the reconciler. Every step can be
 * repeated. Repeating until `finish` or `abandon` leaves the change complete or without effect.
 */
export function nextStep(intent: Intent, progress: IntentProgress): Step {
  return progress.isElsewhere ? closeElsewhere(intent) : stepAtProvider(intent, progress);
}

function stepAtProvider(intent: Intent, { client, holdsGrant }: IntentProgress): Step {
  switch (intent.kind) {
    case 'create':
      return holdsGrant ? makeNew(intent, client) : undoNew(client);
    case 'rotate':
      return rotate(intent, client, holdsGrant);
    case 'rename':
    case 'end-overlap':
      return client === 'absent' || isApplied(intent, client) ? 'finish' : 'change';
    case 'revoke':
      return client === 'absent' ? 'finish' : 'delete';
  }
}

/** What has taken effect here is finished. It is unknown whether the former provider made any other change. */
function closeElsewhere({ kind }: Intent): Step {
  return kind === 'rename' || kind === 'revoke' ? 'finish' : 'abandon';
}

type SeenClient = IntentProgress['client'];

/** The provider stores the intent's id in the same step as the change, so the id proves the change. */
function isApplied(intent: Intent, client: SeenClient): boolean {
  return typeof client === 'object' && client.revision === intent.id;
}

function makeNew(intent: Intent, client: SeenClient): Step {
  return isApplied(intent, client) ? 'finish' : 'change';
}

/** No caller has received the secret, and none can receive it now. */
function undoNew(client: SeenClient): Step {
  if (client === 'unknown') return 'look';
  return client === 'absent' ? 'abandon' : 'delete';
}

function rotate(intent: Intent, client: SeenClient, holdsGrant: boolean): Step {
  if (isApplied(intent, client)) return 'finish';
  if (client === 'absent') return 'abandon';
  if (holdsGrant) return 'change';
  // The old secret or key is still valid; the new one is lost with the request that held it.
  return client === 'unknown' ? 'look' : 'abandon';
}
