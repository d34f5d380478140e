import { type PlatformTypes } from '@governance/client';
import { abilitiesOf } from '../abilities';
import { momentInWords } from '../moments';

export type ServiceIdentity = PlatformTypes['schemas']['ServiceIdentity'];
type Used = Pick<PlatformTypes['schemas']['Credential'], 'id' | 'last_used_at'>;

/** By id of the credential or trust rule; null: never. */
export type LastUses = ReadonlyMap<string, string | null>;

export function lastUsesOf(things: readonly Used[]): LastUses {
  return new Map(things.map(({ id, last_used_at: at }) => [id, at]));
}

/** Abilities that a line of the list has room for. */
const mostShown = 3;

export type ServiceIdentityView = ReturnType<typeof serviceIdentityView>;

/** `uses` is undefined if the API does not serve credentials. */
export function serviceIdentityView(identity: ServiceIdentity, uses: LastUses | undefined) {
  const { id, name, permissions, created_at: created, credentials, trust_rules: rules } = identity;
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
    credentials: credentials.map((each) => usedView(each, uses)),
    rules: rules.map((each) => usedView(each, uses)),
    // By any of them; undefined if the API does not serve credentials.
    lastUsed: uses && lastUseOf([...credentials, ...rules], uses),
    isUsed: credentials.length + rules.length > 0,
    // It was never renamed, and is deleted with the last of them.
    endsByItself: identity.ends_with_last_credential,
  };
}

interface Bound {
  readonly id: string;
  readonly name: string;
}

function usedView({ id, name }: Bound, uses: LastUses | undefined) {
  return { id, name, lastUsed: uses && lastUseOf([{ id }], uses) };
}

/** The latest: times of the API are texts of one length, in UTC. */
function lastUseOf(things: readonly Pick<Bound, 'id'>[], uses: LastUses): string {
  const latest = things
    .map(({ id }) => uses.get(id) ?? '')
    .toSorted()
    .at(-1);
  return latest ? momentInWords(new Date(latest)) : 'Never';
}
