import { type Keyring } from '@governance/keyring';
import { applicationFactsOf } from '../oauth/people-clients';
import { type PeopleStores } from '../stores/people-stores';
import { type PageRenderer, type RenderedPage } from '../pages/page-renderer';
import { type SignInView } from '../pages/page-views';
import { appSetup } from '../second-factor/app-setup';
import { type PasskeyCeremonies } from '../second-factor/passkey-ceremonies';
import { passkeyPageOf } from '../second-factor/passkey-page';
import { csrfToken } from './csrf-token';
import { otherMethods, shownMethodOf } from './factor-methods';
import { rolesInWords } from '../pages/roles-in-words';
import { personOf, placeOf } from './next-step';
import { type Shown } from './shown';
import { signInPath } from '../pages/sign-in-path';
import { type Situation } from './situation';
import { type Step } from './step';
import { personIn } from './submission';
import { connectionView, newPasswordView, passwordView } from './way-views';
import { type Visit } from './visit';

const waySteps = ['password', 'connection', 'new-password', 'accepted'] as const;

type WayStep = (typeof waySteps)[number];

function isWayStep(step: Step): step is WayStep {
  return (waySteps as readonly Step[]).includes(step);
}

/** spec 5.2.4, as the consent page lists them. `openid` is left out: it grants nothing that a user could judge. */
const scopesInWords: readonly (readonly [scope: string, words: string])[] = [
  ['profile', 'See your name'],
  ['email', 'See your email address'],
  ['api:full:read', 'Read everything that you can read in this organization'],
  ['api:full:write', 'Change everything that you can change in this organization'],
  ['offline_access', 'Keep this access while you are away, until you are signed out of it'],
];

export interface SignInPageParts {
  readonly renderer: PageRenderer;
  readonly people: Pick<PeopleStores, 'users' | 'ways'>;
  readonly ceremonies: PasskeyCeremonies;
  readonly keyring: Keyring;
  readonly apiUrl: string;
  /** Whether mail is configured. */
  readonly offersReset: boolean;
}

export class SignInPages {
  constructor(private readonly parts: SignInPageParts) {}

  async render(step: Exclude<Step, 'done'>, shown: Shown): Promise<RenderedPage> {
    return isWayStep(step) ? this.renderWay(step, shown) : this.renderRest(step, shown);
  }

  /** Pages on which the user authenticates with a first factor. */
  private async renderWay(step: WayStep, shown: Shown): Promise<RenderedPage> {
    const view = this.viewOf(shown);
    switch (step) {
      case 'password':
        return this.password(view, shown);
      case 'connection': {
        const ways = await connectionView(shown.situation, this.parts.people);
        return this.parts.renderer.page(step, { ...view, ...ways, heading: headingOf(shown.situation) });
      }
      case 'new-password':
        return this.parts.renderer.page(step, { ...view, ...newPasswordView(shown) });
      case 'accepted':
        return this.parts.renderer.page(step, { ...acceptedView(shown), apiUrl: this.parts.apiUrl });
    }
  }

  /** Pages after the first factor. */
  private async renderRest(step: Exclude<Step, WayStep | 'done'>, shown: Shown): Promise<RenderedPage> {
    const view = this.viewOf(shown);
    switch (step) {
      case 'code':
        return this.factor(view, shown);
      case 'enrol':
        return this.enrol(view, shown);
      case 'recovery-codes':
        return this.parts.renderer.page(step, {
          ...view,
          codes: shown.situation.progress.newRecoveryCodes ?? [],
        });
      case 'organization':
        return this.parts.renderer.page(step, { ...view, organizations: organizationsOf(shown) });
      case 'no-organization':
        return this.parts.renderer.page(step, view);
      case 'consent':
        return this.parts.renderer.page(step, { ...view, ...(await this.consentOf(shown)) });
    }
  }

  movingOn(words: string, address: string): RenderedPage {
    return this.parts.renderer.page('moving-on', { words, address });
  }

  private async password(view: SignInView, shown: Shown): Promise<RenderedPage> {
    if (shown.organization !== undefined) {
      return this.parts.renderer.page('find-organization', { ...view, organization: shown.organization });
    }
    const email = shown.email ?? shown.situation.progress.address ?? (await this.hintOf(shown));
    return this.parts.renderer.page('password', {
      ...view,
      ...(await passwordView(shown.situation, email, this.parts.people)),
      offersReset: this.parts.offersReset,
      isFactorNew: shown.situation.progress.isFactorNew === true,
      isFactorMissing: personOf(shown.situation) !== undefined,
    });
  }

  /** By the method that the user has chosen, otherwise by the most secure one that the user has. */
  private async factor(view: SignInView, { visit, situation, method }: Shown): Promise<RenderedPage> {
    const { ceremonies, renderer } = this.parts;
    const { app, passkeyHosts } = situation.factors;
    const passkey = ceremonies.host !== undefined && passkeyHosts.includes(ceremonies.host);
    const shownMethod = shownMethodOf(method, { app, passkey });
    const others = otherMethods(shownMethod, { app, passkey });
    if (shownMethod !== 'passkey')
      return renderer.page('code', { ...view, recovery: shownMethod === 'recovery-code', others });
    const place = { userId: personIn(situation), page: passkeyPageOf('sign-in', visit.interaction.uid) };
    return renderer.page('passkey', {
      ...view,
      passkeyOptions: await ceremonies.requestOptions(place),
      others,
    });
  }

  private async enrol(view: SignInView, shown: Shown): Promise<RenderedPage> {
    const { ceremonies, people, renderer } = this.parts;
    const user = await people.users.find(personIn(shown.situation));
    const page = passkeyPageOf('sign-in', shown.visit.interaction.uid);
    const isOffered = user !== undefined && ceremonies.host !== undefined;
    return renderer.page('enrol', {
      ...view,
      ...appSetup(shown.situation.progress.newSecret ?? '', user?.email ?? ''),
      codeProblem: view.problem !== '' && shown.method === 'app',
      passkeyOptions: isOffered ? await ceremonies.creationOptions(user, page) : '',
      passkeyAction: `${view.base}/enrol-passkey`,
    });
  }

  private viewOf({ visit: { interaction, client }, situation, problem = '' }: Shown): SignInView {
    const { uid } = interaction;
    const names = { client: nameOf(client), base: signInPath(uid), csrf: csrfToken(this.parts.keyring, uid) };
    return { ...names, problem, cancellable: situation.invited === undefined };
  }

  /** Prefills the address of the previous user, or of the user that the application expects. */
  private async hintOf({ visit: { interaction, progress } }: Shown): Promise<string> {
    const { session, params } = interaction;
    const user =
      session && !progress.anotherPerson ? await this.parts.people.users.find(session.accountId) : undefined;
    const { login_hint: hint } = params;
    return user?.email ?? (typeof hint === 'string' && hint.length < 255 ? hint : '');
  }

  private async consentOf({ visit: { client, interaction }, situation }: Shown): Promise<{
    thirdParty: boolean;
    email: string;
    organization: string;
    leadsTo: string;
    grants: string[];
  }> {
    const { redirect_uri: redirectUri, scope } = interaction.params;
    const requested = new Set(typeof scope === 'string' ? scope.split(' ') : []);
    return {
      thirdParty: applicationFactsOf(client)?.firstParty !== true,
      email: await this.emailOf(situation),
      organization: placeOf(situation)?.orgName ?? '',
      leadsTo: typeof redirectUri === 'string' ? new URL(redirectUri).host : '',
      grants: scopesInWords.filter(([name]) => requested.has(name)).map(([, words]) => words),
    };
  }

  private async emailOf(situation: Situation): Promise<string> {
    const userId = personOf(situation);
    const user = userId === undefined ? undefined : await this.parts.people.users.find(userId);
    return user?.email ?? '';
  }
}

/** For an invitation with one sign-in method there is no choice. */
function headingOf({ invited }: Situation): string {
  const [only, ...others] = invited?.ways ?? [];
  return only && others.length === 0 ? `Sign in with ${only.name}` : 'Choose how to sign in';
}

export function nameOf({ clientName, clientId }: Visit['client']): string {
  return clientName ?? clientId;
}

function organizationsOf({ situation }: Shown): { id: string; name: string; role: string }[] {
  return situation.places.map(({ orgId, orgName, role }) => ({
    id: orgId,
    name: orgName,
    role: rolesInWords[role],
  }));
}

function acceptedView({ situation: { invited } }: Shown): {
  organization: string;
  role: string;
  email: string;
} {
  if (!invited) throw new Error('the sign-in has no invitation');
  const { orgName, role, email } = invited.invitation;
  return { organization: orgName, role: rolesInWords[role], email };
}
