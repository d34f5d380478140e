import { type PlatformTypes } from '@governance/client';
import { abilitiesOf } from '../abilities';
import { dayInWords, momentInWords, soonMs } from '../moments';

export type Credential = PlatformTypes['schemas']['Credential'];

export interface CredentialEnd {
  readonly words: string;
  readonly isSoon: boolean;
}

/** Undefined if it never expires. Soon is within 30 days, or before now. */
export function endOf({ expires_at: at }: Credential, now: Date): CredentialEnd | undefined {
  if (at === null) return undefined;
  const end = new Date(at);
  const left = end.getTime() - now.getTime();
  return { words: `${left <= 0 ? 'Expired' : 'Expires'} on ${dayInWords(end)}`, isSoon: left <= soonMs };
}

/** A line of the list. */
export function rowOf(credential: Credential, now: Date) {
  return {
    id: credential.id,
    name: credential.name,
    description: credential.description ?? undefined,
    kind: kindOf(credential),
    lastUsed: momentOrNever(credential.last_used_at),
    end: endOf(credential, now) ?? { words: 'Never expires', isSoon: false },
  };
}

export type CredentialDetails = ReturnType<typeof detailsOf>;

/** Everything that its own page shows. */
export function detailsOf(credential: Credential, now: Date) {
  const [current, previous] = credential.secrets;
  return {
    ...rowOf(credential, now),
    clientId: credential.client_id,
    serviceIdentityId: credential.service_identity_id,
    isKey: credential.credential_type === 'public_key',
    kid: credential.kid,
    created: momentInWords(new Date(credential.created_at)),
    rotated:
      credential.last_rotated_at === credential.created_at
        ? 'Never'
        : momentInWords(new Date(credential.last_rotated_at)),
    // Of the secret or key; undefined if they were not recorded.
    lastFour: current?.last_four ?? undefined,
    abilities: abilitiesOf(credential.permissions),
    // Empty: from everywhere.
    networks: credential.allowed_networks ?? [],
    // What a rotation has left for a time.
    previous: previous && {
      lastFour: previous.last_four ?? undefined,
      ends: previous.expires_at === null ? undefined : momentInWords(new Date(previous.expires_at)),
    },
  };
}

function kindOf({ credential_type: type }: Credential): string {
  return type === 'public_key' ? 'Public key' : 'Secret';
}

function momentOrNever(at: string | null): string {
  return at === null ? 'Never' : momentInWords(new Date(at));
}
