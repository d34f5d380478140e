import { ManagementToken } from '@governance/auth-guards';
import { createHttpApp, type HttpAppOptions, overTls, servedRoutes } from '@governance/http';
import { Clock } from '@governance/kernel';
import { Keyring } from '@governance/keyring';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Express } from 'express';
import { AppModule } from './app.module';
import { type ServerSettings } from './config';
import { identitySurface } from './identity-surface';
import { isOn, separateManagement } from './management/management-api-port';
import { managementRoot } from './management/management-routes.decorator';
import { requireManagementToken } from './management/management-token';
import { cookieRules } from './oauth/cookies';
import { routeCallbacks } from './connections/callback.routes';
import { Upstreams } from './connections/upstreams';
import { InvitationRoutes } from './sign-in/invitation.routes';
import { InvitationVisits } from './sign-in/invitation-visits';
import { LiveProvider } from './oauth/live-provider';
import { routeOAuth } from './oauth/oauth-routes';
import { routeAssets } from './pages/page-assets.routes';
import { offersMail } from './mail/mail.providers';
import { PageAnswers } from './pages/page-answers';
import { PageRenderer } from './pages/page-renderer';
import { SignInAssets } from './pages/sign-in-assets';
import { PasskeyCeremonies } from './second-factor/passkey-ceremonies';
import { PeopleStores } from './stores/people-stores';
import { AccountSessions } from './account/account-sessions';
import { routeAccount } from './account/route-account';
import { ResetLinkRoutes } from './password-reset/reset-link.routes';
import { ResetRequestRoutes } from './password-reset/reset-request.routes';
import { ResetRequests } from './password-reset/reset-requests';
import { KnownBrowsers } from './sign-in/known-browsers';
import { SignInRoutes } from './sign-in/sign-in.routes';
import { checkPublicRoutes } from './public-routes';
import { Visits } from './sign-in/visit';

/** Creates the provider's HTTP process; it does not listen yet. */
export async function createIdentityProvider(
  settings: ServerSettings,
  { logger, timeLimits }: Required<Pick<HttpAppOptions, 'logger' | 'timeLimits'>>,
): Promise<NestExpressApplication> {
  const { ISSUER: issuer, API_URL: apiUrl, TRUST_PROXY: trustProxy } = settings;
  const { MAX_CONCURRENT_REQUESTS: maxConcurrentRequests } = settings;
  const { MANAGEMENT_API_PORT: managementApiPort } = settings;
  const module = AppModule.forRoot(settings);
  const surface = overTls(identitySurface, { environment: settings.ENVIRONMENT, baseUrl: issuer });
  const options = { logger, trustProxy, timeLimits, maxConcurrentRequests, isOurs: isOn(managementApiPort) };
  const app = await createHttpApp({ module, surface, ...options });
  if (managementApiPort !== undefined) app.use(separateManagement(managementApiPort));
  app.use(`/${managementRoot}`, requireManagementToken(app.get(ManagementToken)));
  const server: Express = app.getHttpAdapter().getInstance();
  const [live, people, renderer] = [app.get(LiveProvider), app.get(PeopleStores), app.get(PageRenderer)];
  const answers = new PageAnswers(renderer);
  const cookies = cookieRules(issuer);
  routeOAuth(server, { live, issuer, cookies, attempts: people.attempts, answers });
  routeAssets(server, app.get(SignInAssets));
  const visits = new Visits(live, cookies);
  const [keyring, upstreams] = [app.get(Keyring), app.get(Upstreams)];
  const knownBrowsers = new KnownBrowsers({ keyring, cookies, passwords: people.passwords });
  const offersReset = offersMail(settings);
  const ceremonies = new PasskeyCeremonies(issuer, people);
  new SignInRoutes({
    visits,
    ceremonies,
    knownBrowsers,
    people,
    renderer,
    answers,
    keyring,
    upstreams,
    cookies,
    apiUrl,
    offersReset,
  }).register(server);
  const requests = app.get(ResetRequests);
  new ResetRequestRoutes({ visits, knownBrowsers, requests, answers, keyring, offersReset }).register(server);
  new ResetLinkRoutes({ people, answers, keyring, offersReset }).register(server);
  const [clock, tellsOwner] = [app.get(Clock), offersReset];
  const sessions = new AccountSessions(live, people, issuer);
  const account = { live, sessions, people, answers, keyring, ceremonies, knownBrowsers, clock, tellsOwner };
  routeAccount(server, account);
  routeCallbacks(server, answers);
  const invitationVisits = new InvitationVisits(live, cookies);
  new InvitationRoutes({ visits: invitationVisits, sessions, people, answers, keyring }).register(server);
  checkPublicRoutes(servedRoutes(app));
  return app;
}
