import { type UsersStore } from '../people/users.store';
import { type PlacesStore } from '../organizations/places.store';
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

/** Tokens for testing the platform surface: valid ones, and any invalid one. */
export class DevTokens {
  constructor(
    private readonly stores: DevTokenStores,
    private readonly shape: TokenShape,
  ) {}

  /**
   * The token of a user who has just signed in, with the requested changes.
   * @throws an error with a message for the developer when no account has the address, or no signing key exists yet.
   */
  async sign(request: DevTokenRequest, now: Date): Promise<string> {
    const person = await this.find(request.email);
    const signing = scheduleOf(await this.stores.keys.all(), now)?.signing;
    if (!signing)
      throw new Error('There is no signing key yet. Start the provider once: it creates the first key.');
    const header = { typ: 'at+jwt', alg: signingAlgorithm, kid: signing.kid };
    const claims = devTokenClaims(person, request, { ...this.shape, now });
    return signedAsAsked(changed(header, request.header), changed(claims, request.claims), signing);
  }

  /** Uses the first organization by name if there are several. */
  private async find(email: string): Promise<KnownPerson> {
    const user = await this.stores.users.findByEmail(email);
    if (!user) throw new Error('No account has the address of --user.');
    const [place] = await this.stores.places.of({ userId: user.id });
    return { user, place };
  }
}

/** Null removes a member; any other value replaces it. */
function changed(members: Members, changes: Members): Members {
  return Object.fromEntries(Object.entries({ ...members, ...changes }).filter(([, value]) => value !== null));
}
