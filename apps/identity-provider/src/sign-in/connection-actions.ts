import { signInKey, toHalfWidth } from '@governance/deliveries';
import { Logger } from '@nestjs/common';
import { type PeopleStores } from '../stores/people-stores';
import { type Attempt } from '../guesses/attempts.store';
import { type Situation } from './situation';
import { type Progress } from './progress';
import { type Outcome, textOf, waiting } from './submission';
import { type PendingUpstream } from '../connections/pending-upstream';
import { UpstreamFailed, type UpstreamTrouble } from '../connections/upstream-failed';
import { type UpstreamPerson, type Upstreams } from '../connections/upstreams';
import { type UpstreamConnection } from '../organizations/ways.store';

interface Chosen {
  readonly situation: Situation;
  readonly form: Readonly<Record<string, unknown>>;
  readonly uid: string;
}

type Refusal = 'unlinked' | 'address' | 'foreign';

const troubles: Readonly<Record<UpstreamTrouble | Refusal, string>> = {
  unavailable:
    'The identity provider of your organization is not responding. Try again in a moment, or choose another sign-in method.',
  cancelled: 'The sign-in at your organization was cancelled. Try again, or choose another sign-in method.',
  refused:
    'The sign-in at your organization failed. Try again. If it fails again, contact your administrator.',
  unverified: 'Your organization has not verified your email address. Contact your administrator.',
  factor:
    'Your organization’s sign-in has shown no second factor. Sign in there again with your second factor. If it fails again, contact your administrator.',
  unlinked:
    'Your organization account is not linked to an account here. First accept the invitation: use the link in the mail.',
  address:
    'You signed in at your organization with an address other than the invited one. Sign in with the invited address.',
  foreign:
    'Another organization has proven the domain of your email address. Your organization’s sign-in cannot use this address here. Contact your administrator.',
};

const closed = 'This sign-in method is not available. Choose another one.';

/** Sign-in through the OpenID providers of organizations. */
export class ConnectionActions {
  private readonly log = new Logger('Connections');

  constructor(
    private readonly people: PeopleStores,
    private readonly upstreams: Upstreams,
  ) {}

  /** Finds an organization with its own provider, by id or by an address of a domain that it has proven. */
  async findOrganization({
    form,
    network,
    situation,
  }: Chosen & { readonly network: string }): Promise<Outcome> {
    const orgId = toHalfWidth(textOf(form.organization)).trim();
    const attempt: Attempt = { kind: 'network', of: network };
    const wait = await this.people.attempts.begin(attempt);
    if (wait > 0) return waiting(wait);
    const { anotherPerson } = situation.progress;
    if (await this.people.ways.ofAddress(orgId)) {
      await this.people.attempts.forgive(attempt);
      // The first page then offers the connection, and the password as before.
      return { progress: { ...(anotherPerson && { anotherPerson }), address: orgId } };
    }
    const ways = await this.people.ways.of(orgId);
    if (!ways.some(({ type }) => type === 'enterprise')) {
      return {
        problem:
          'No organization with its own sign-in has this identifier or address. Check it and try again.',
      };
    }
    await this.people.attempts.forgive(attempt);
    return { progress: { ...(anotherPerson && { anotherPerson }), wayInto: orgId, orgId } };
  }

  /** Chooses a connection: leads to its provider, or to the password page. */
  async choose({ situation, form, uid }: Chosen): Promise<Outcome> {
    const { progress, invited, request } = situation;
    const id = textOf(form.connection);
    if (invited) {
      const way = invited.ways.find((each) => each.id === id);
      if (!way) return { problem: closed };
      if (way.type === 'database') return { progress: { invited: { ...progress.invited, wayId: id } } };
    }
    const connection = await this.people.ways.upstream(id);
    if (!connection) return { problem: closed };
    return this.orTrouble(id, async () => {
      const { address, pending } = await this.upstreams.begin(connection, {
        uid,
        again: isAgain(request, progress),
        ...(invited && { email: invited.invitation.email }),
      });
      return { progress: { ...progress, upstream: pending }, leadsTo: { address, name: connection.name } };
    });
  }

  /** Completes the sign-in. `search` is the provider's response; the caller has checked that it belongs to `pending`. */
  async finish(
    situation: Situation,
    pending: PendingUpstream,
    { search, now }: { readonly search: string; readonly now: Date },
  ): Promise<Outcome> {
    const { connectionId } = pending;
    const isOpen = situation.invited?.ways.some(({ id }) => id === connectionId) ?? true;
    const connection = isOpen ? await this.people.ways.upstream(connectionId) : undefined;
    if (!connection) return { problem: closed };
    return this.orTrouble(connectionId, async () => {
      const person = await this.upstreams.finish(connection, search, pending);
      if (isFactorMissing(situation, connection, person)) {
        // A provider may ignore `acr_values` while its session lasts.
        return {
          ...this.refuse(connectionId, 'factor'),
          progress: { ...situation.progress, isFactorRefused: true },
        };
      }
      const progress = await this.progressOf(situation, connection, person);
      const isRenewed = pending.againAt !== undefined;
      const shownAt = Math.floor(now.getTime() / 1000);
      const shown = { connectionId, shownAt, isRenewed, ...factorShown(person) };
      return { progress: { ...progress, ...shown } };
    });
  }

  /** The account of the connection and the subject. Only accepting an invitation to the address creates a new one. */
  private async progressOf(
    { invited }: Situation,
    { id: connectionId, orgId }: UpstreamConnection,
    { issuer, subject, email, name }: UpstreamPerson,
  ): Promise<Progress> {
    const identity = { connectionId, issuer, subject };
    const { connectionAccounts, ways } = this.people;
    const owner = await ways.domainOwner(email);
    if (owner !== undefined && owner !== orgId) throw new Refused('foreign');
    if (!invited) {
      const profile = { email, name, isOwnDomain: owner === orgId };
      const userId = await connectionAccounts.recognize(identity, profile);
      if (userId === undefined) throw new Refused('unlinked');
      return { userId, orgId };
    }
    const isInvited = signInKey(email) === signInKey(invited.invitation.email);
    if (!isInvited) throw new Refused('address');
    const userId = await connectionAccounts.find(identity);
    return { ...(userId !== undefined && { userId }), invited: { wayId: connectionId, identity, name } };
  }

  private async orTrouble(connectionId: string, work: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused) return this.refuse(connectionId, error.trouble);
      if (!(error instanceof UpstreamFailed)) throw error;
      return this.refuse(connectionId, error.trouble, error.reason);
    }
  }

  private refuse(
    connectionId: string,
    trouble: keyof typeof troubles,
    reason?: string,
  ): { readonly problem: string } {
    this.log.log({ msg: 'connection refused', connectionId, trouble, reason });
    return { problem: troubles[trouble] };
  }
}

/**
 * If the provider shows the second factor of its users, no app here replaces one that it has not shown: otherwise a stolen
 * password of the provider would suffice to set up an app. Accepting an invitation requires none.
 */
function isFactorMissing(
  { request, invited }: Situation,
  { secondFactor, requiresFactor }: UpstreamConnection,
  { factor }: UpstreamPerson,
): boolean {
  if (!secondFactor || factor || invited) return false;
  return request.factor === 'required' || requiresFactor;
}

/** Whether the provider must not continue an earlier sign-in. A user who is back from there needs a new one for a second factor. */
function isAgain({ again }: Situation['request'], progress: Progress): boolean {
  const { anotherPerson, isFactorRefused, connectionId } = progress;
  return again || anotherPerson === true || isFactorRefused === true || connectionId !== undefined;
}

function factorShown({ factor }: UpstreamPerson): Pick<Progress, 'factorAt' | 'isFactorUndated'> {
  if (!factor) return {};
  return factor.at === undefined ? { isFactorUndated: true } : { factorAt: factor.at };
}

class Refused extends Error {
  override readonly name = 'Refused';

  constructor(readonly trouble: Refusal) {
    super();
  }
}
