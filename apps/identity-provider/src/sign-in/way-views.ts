import { type Way } from '../connections/ways.store';
import { type WayView } from '../pages/page-views';
import { type PeopleStores } from '../people/people-stores';
import { connectionOf, placeOf } from './next-step';
import { type Situation } from './situation';
import { type Shown } from './shown';

type People = Pick<PeopleStores, 'ways'>;

const typesInWords = {
  database: 'With your email address and a password',
  enterprise: 'Where your organization has its people sign in',
} as const;

export interface PasswordView {
  readonly email: string;
  readonly only: string;
  readonly to: string;
  readonly upstreams: readonly WayView[];
  readonly elsewhere: boolean;
}

/** The page of the password, with the ways that are known to lead there without. */
export async function passwordView(
  situation: Situation,
  email: string,
  people: People,
): Promise<PasswordView> {
  const { invited } = situation;
  if (invited) {
    const { email: only, orgName } = invited.invitation;
    const lead = `With the account that has the invited address. Then you join ${orgName}.`;
    return { email: only, only: lead, to: 'password', upstreams: [], elsewhere: false };
  }
  return {
    email,
    only: '',
    to: 'password',
    upstreams: await upstreamsFor(situation, people),
    elsewhere: true,
  };
}

export interface ConnectionView {
  readonly lead: string;
  readonly ways: readonly WayView[];
}

/** The ways to choose from. */
export async function connectionView(situation: Situation, people: People): Promise<ConnectionView> {
  const { invited, progress } = situation;
  if (invited) {
    const lead = `${invited.invitation.orgName} has you sign in before you join.`;
    return { lead, ways: invited.ways.map(viewOf) };
  }
  const place = placeOf(situation);
  if (progress.wayInto === undefined && place) {
    const lead =
      place.upstreams.length > 0
        ? `${place.orgName} has its people sign in at its own provider.`
        : `${place.orgName} lets nobody in at the moment. Tell an administrator of yours.`;
    return { lead, ways: place.upstreams.map((way) => viewOf({ ...way, type: 'enterprise' })) };
  }
  const lead = 'Your organization has its people sign in at its own provider.';
  return { lead, ways: await enterpriseOf(progress.wayInto, people) };
}

export function newPasswordView({ situation: { invited }, name }: Shown): {
  email: string;
  name: string;
  asksName: boolean;
} {
  if (!invited) throw new Error('there is no invitation');
  return { email: invited.invitation.email, name: name ?? '', asksName: invited.account === undefined };
}

/** Of the organization that the application has named, or the one in which the person is signed in. */
async function upstreamsFor(situation: Situation, people: People): Promise<WayView[]> {
  const { request, session } = situation;
  const known = session?.connectionId ?? connectionOf(situation);
  const orgId =
    request.orgId ?? (known === undefined ? undefined : (await people.ways.upstream(known))?.orgId);
  return enterpriseOf(orgId, people);
}

async function enterpriseOf(orgId: string | undefined, { ways }: People): Promise<WayView[]> {
  if (orgId === undefined) return [];
  return (await ways.of(orgId)).filter(({ type }) => type === 'enterprise').map(viewOf);
}

function viewOf({ id = '', name, type }: Way): WayView {
  return { id, name, words: typesInWords[type] };
}
