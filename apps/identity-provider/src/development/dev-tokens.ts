import { type UsersStore } from '../management/users.store';
import { type PlacesStore } from '../people/places.store';
import { type SigningKeyStore } from '../signing/signing-key.store';
import { scheduleOf } from '../signing/key-schedule';
import { signingAlgorithm } from '../signing/signing-key';
import { type DevTokenRequest, type Members } from './dev-token-request';
import { devTokenClaims, type KnownPerson, type TokenShape } from './dev-token-claims';
import { signedAsAsked } from './signed-as-asked';

export interface DevTokenStores {
  readonly users: Pick<UsersStore, 'findByEmail'>;
  readonly places: Pick<PlacesStore, 'of'>;
  readonly keys: Pick<SigningKeyStore, 'all'>;
}

/** Tokens for trying the platform surface: good ones, and every bad one that somebody can think of. */
export class DevTokens {
  constructor(
    private readonly stores: DevTokenStores,
    private readonly shape: TokenShape,
  ) {}

  /**
   * What the provider would give to a person who has just signed in, but for what is asked otherwise.
   * @throws with a sentence when nobody has the address, or nothing signs yet.
   */
  async sign(request: DevTokenRequest, now: Date): Promise<string> {
    const person = await this.find(request.email);
    const signing = scheduleOf(await this.stores.keys.all(), now)?.signing;
    if (!signing) throw new Error('No key signs yet: the provider makes the first one when it starts.');
    const header = { typ: 'at+jwt', alg: signingAlgorithm, kid: signing.kid };
    const claims = devTokenClaims(person, request, { ...this.shape, now });
    return signedAsAsked(changed(header, request.header), changed(claims, request.claims), signing);
  }

  /** In the organization whose name comes first, where there are several. */
  private async find(email: string): Promise<KnownPerson> {
    const user = await this.stores.users.findByEmail(email);
    if (!user) throw new Error('Nobody has the address of --user.');
    const [place] = await this.stores.places.of({ userId: user.id });
    return { user, place };
  }
}

/** Null removes a member; everything else takes its place as it is. */
function changed(members: Members, changes: Members): Members {
  return Object.fromEntries(Object.entries({ ...members, ...changes }).filter(([, value]) => value !== null));
}
