import { type Way } from '../organizations/ways.store';
import { type WayView } from '../pages/page-views';
import { type PeopleStores } from '../stores/people-stores';
import { connectionOf, factorConnectionOf, placeOf } from './next-step';
import { type Situation } from './situation';
import { type Shown } from './shown';

type People = Pick<PeopleStores, 'ways'>;

const typesInWords = {
  database: 'With your email address and password',
  enterprise: 'With your organization account',
} as const;

export interface PasswordView {
  readonly email: string;
  readonly only: string;
  readonly to: string;
  readonly upstreams: readonly WayView[];
  readonly elsewhere: boolean;
}

/** The password page, with the sign-in methods without a password that are already known. */
export async function passwordView(
  situation: Situation,
  email: string,
  people: People,
): Promise<PasswordView> {
  const { invited } = situation;
  if (invited) {
    const { email: only, orgName } = invited.invitation;
    const lead = `Use the account with the invited email address. You then join ${orgName}.`;
    return { email: only, only: lead, to: 'password', upstreams: [], elsewhere: false };
  }
  return {
    email,
    only: '',
    to: 'password',
    upstreams: await upstreamsFor(situation, email, people),
    elsewhere: true,
  };
}

export interface ConnectionView {
  readonly lead: string;
  readonly ways: readonly WayView[];
}

/** The sign-in methods to choose from. */
export async function connectionView(situation: Situation, people: People): Promise<ConnectionView> {
  const { invited, progress } = situation;
  if (invited) {
    const lead = `Sign in to join ${invited.invitation.orgName}.`;
    return { lead, ways: invited.ways.map(viewOf) };
  }
  const place = placeOf(situation);
  const own = progress.wayInto === undefined ? factorConnectionOf(situation) : undefined;
  if (own && place) {
    const lead = `Sign in again at the identity provider of ${place.orgName}, with your second factor.`;
    return { lead, ways: [viewOf({ ...own, type: 'enterprise' })] };
  }
  if (progress.wayInto === undefined && place) {
    const isSetup = connectionOf(situation) !== undefined;
    const lead = isSetup
      ? `Sign in again at the identity provider of ${place.orgName} to set up a second factor.`
      : place.upstreams.length > 0
        ? `Members of ${place.orgName} sign in at its own identity provider.`
        : `${place.orgName} has no enabled sign-in method. Contact your administrator.`;
    return { lead, ways: place.upstreams.map((way) => viewOf({ ...way, type: 'enterprise' })) };
  }
  const lead = progress.isFactorNew
    ? 'Your second factor is set up, but this sign-in was without it. Sign in again with it.'
    : 'Members of your organization sign in at its own identity provider.';
  return { lead, ways: await enterpriseOf(progress.wayInto, people) };
}

export function newPasswordView({ situation: { invited }, name }: Shown): {
  email: string;
  name: string;
  asksName: boolean;
} {
  if (!invited) throw new Error('the sign-in has no invitation');
  return { email: invited.invitation.email, name: name ?? '', asksName: invited.account === undefined };
}

/**
 * For the organization that the application names, or the one to which the user is signed in, and for the domain of the address.
 */
async function upstreamsFor(situation: Situation, email: string, people: People): Promise<WayView[]> {
  const { request, session } = situation;
  const known = session?.connectionId ?? connectionOf(situation);
  const orgId =
    request.orgId ?? (known === undefined ? undefined : (await people.ways.upstream(known))?.orgId);
  const [ofOrganization, ofDomain] = [await enterpriseOf(orgId, people), await people.ways.ofAddress(email)];
  const isNew = ofDomain && ofOrganization.every(({ id }) => id !== ofDomain.id);
  return isNew ? [viewOf(ofDomain), ...ofOrganization] : ofOrganization;
}

async function enterpriseOf(orgId: string | undefined, { ways }: People): Promise<WayView[]> {
  if (orgId === undefined) return [];
  return (await ways.of(orgId)).filter(({ type }) => type === 'enterprise').map(viewOf);
}

function viewOf({ id = '', name, type }: Way): WayView {
  return { id, name, words: typesInWords[type] };
}
