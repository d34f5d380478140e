import { type issuerSettings, type Settings } from '@governance/config';
import { type EndpointGroup } from './endpoint-groups';

type GivenIssuers = Partial<Pick<Settings<typeof issuerSettings>, 'OIDC_ISSUERS_FILE'>> & {
  readonly CONSOLE_ISSUER?: string | undefined;
  readonly OIDC_ISSUER?: string;
};

/** The problems of a live console. */
export function refuseConsole(settings: GivenIssuers, live: ReadonlySet<EndpointGroup>): string[] {
  const { CONSOLE_ISSUER: issuer } = settings;
  return [
    ...(live.has('self.me') ? [] : ['PLATFORM_LIVE must contain self.me: the console needs it']),
    ...(issuer === undefined || issuersOfPeople(settings).includes(issuer)
      ? []
      : ['CONSOLE_ISSUER must be an accepted issuer of people, because users sign in to the console there']),
  ];
}

function issuersOfPeople({ OIDC_ISSUER: managed = '', OIDC_ISSUERS_FILE: entries }: GivenIssuers): string[] {
  if (entries === undefined) return [managed];
  return entries.filter(({ issues }) => issues.includes('people')).map(({ issuer }) => issuer);
}

/** Where users sign in to the console: if not named, at the managed provider, or at the first other one that has users. */
export function consoleIssuerOf(settings: GivenIssuers & { readonly OIDC_ISSUER: string }): string {
  const { CONSOLE_ISSUER: named, OIDC_ISSUER: managed } = settings;
  const [first = managed, ...others] = issuersOfPeople(settings);
  return named ?? (others.includes(managed) ? managed : first);
}
