import { type PlatformTypes } from '@governance/client';
import { abilitiesOf } from '../abilities';
import { momentInWords } from '../moments';

export type ServiceIdentity = PlatformTypes['schemas']['ServiceIdentity'];
type Credential = PlatformTypes['schemas']['Credential'];

/** By id of the credential; null: never. */
export type LastUses = ReadonlyMap<string, string | null>;

export function lastUsesOf(credentials: readonly Credential[]): LastUses {
  return new Map(credentials.map(({ id, last_used_at: at }) => [id, at]));
}

/** Abilities that a line of the list has room for. */
const mostShown = 3;

export type ServiceIdentityView = ReturnType<typeof serviceIdentityView>;

/** `uses` is undefined if the API does not serve credentials. */
export function serviceIdentityView(identity: ServiceIdentity, uses: LastUses | undefined) {
  const { id, name, permissions, created_at: created, credentials } = identity;
  const abilities = abilitiesOf(permissions);
  return {
    id,
    name,
    abilities,
    // The first of them, for a line of the list.
    mainAbilities: abilities.slice(0, mostShown),
    // How many the line leaves out.
    moreAbilities: Math.max(abilities.length - mostShown, 0),
    created: momentInWords(new Date(created)),
    credentials: credentials.map((each) => ({
      id: each.id,
      name: each.name,
      // By any of its credentials; undefined if the API does not serve credentials.
      // Undefined if the API does not serve credentials.
      lastUsed: uses && lastUseOf([each.id], uses),
    })),
    lastUsed:
      uses &&
      lastUseOf(
        credentials.map((each) => each.id),
        uses,
      ),
    // It was never renamed, and is deleted with its last credential.
    endsByItself: identity.ends_with_last_credential,
  };
}

/** The latest: times of the API are texts of one length, in UTC. */
function lastUseOf(ids: readonly string[], uses: LastUses): string {
  const latest = ids
    .map((id) => uses.get(id) ?? '')
    .toSorted()
    .at(-1);
  return latest ? momentInWords(new Date(latest)) : 'Never';
}
