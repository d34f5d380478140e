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
export interface CredentialRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly kind: string;
  readonly lastUsed: string;
  readonly end: CredentialEnd;
}

export interface CredentialDetails extends CredentialRow {
  readonly clientId: string;
  readonly serviceIdentityId: string;
  readonly isKey: boolean;
  readonly kid: string | undefined;
  readonly created: string;
  readonly rotated: string;
  /** Of the secret or key; undefined if they were not recorded. */
  readonly lastFour: string | undefined;
  readonly abilities: readonly string[];
  /** Empty: from everywhere. */
  readonly networks: readonly string[];
  /** What a rotation has left for a time. */
  readonly previous: { readonly lastFour: string | undefined; readonly ends: string | undefined } | undefined;
}

export function rowOf(credential: Credential, now: Date): CredentialRow {
  return {
    id: credential.id,
    name: credential.name,
    description: credential.description ?? undefined,
    kind: kindOf(credential),
    lastUsed: momentOrNever(credential.last_used_at),
    end: endOf(credential, now) ?? { words: 'Does not end', isSoon: false },
  };
}

/** Everything that its own page shows. */
export function detailsOf(credential: Credential, now: Date): CredentialDetails {
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
    lastFour: current?.last_four ?? undefined,
    abilities: abilitiesOf(credential.permissions),
    networks: credential.allowed_networks ?? [],
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
