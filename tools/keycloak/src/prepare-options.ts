import { checkIssuer } from '@governance/iam';
import { canonicalName, nameProblem, RuleViolation } from '@governance/kernel';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type PeoplePreparation, type WantedOrganization } from './wanted-people';
import { type WantedIssuer } from './workload-issuers';

/** What the arguments say. */
export interface PrepareOptions {
  readonly check: boolean;
  /** The file for `--import-realm` to write. */
  readonly exportFile: string | undefined;
  /** Undefined: the realm is for machines alone. */
  readonly people: Omit<PeoplePreparation, 'console'> | undefined;
  /** Without a slash at the end; undefined: no client for the console. */
  readonly consoleUrl: string | undefined;
  readonly workloadIssuers: readonly WantedIssuer[];
}

interface GivenOptions {
  readonly check?: boolean;
  readonly export?: string;
  readonly audience?: string;
  readonly console?: string;
  readonly organization?: readonly string[];
  readonly organizations?: string;
  readonly 'second-factor-max-age'?: string;
  readonly 'workload-issuer'?: readonly string[];
  readonly 'workload-issuer-once'?: readonly string[];
}

const defaultMaxAge = '60';
const longestMaxAge = 86_400;

/** The options, or what is wrong with them. */
export function readPrepareOptions(
  args: readonly string[],
): PrepareOptions | { readonly problems: string[] } {
  let given: GivenOptions;
  try {
    given = parsed(args);
  } catch (error) {
    return { problems: [(error as Error).message] };
  }
  const {
    check = false,
    export: exportFile,
    audience,
    console: consoleUrl,
    'second-factor-max-age': maxAge = defaultMaxAge,
  } = given;
  const organizations = organizationsOf(given);
  const workloadIssuers = issuersOf(given);
  const problems = [
    ...problemsOf(given, maxAge),
    ...organizations.problems,
    ...workloadIssuers.flatMap(issuerProblem),
  ];
  if (problems.length > 0) return { problems };
  return {
    check,
    exportFile,
    consoleUrl: consoleUrl?.replace(/\/+$/, ''),
    workloadIssuers,
    people:
      audience === undefined
        ? undefined
        : { audience, secondFactorMaxAge: Number(maxAge), organizations: organizations.wanted },
  };
}

function parsed(args: readonly string[]): GivenOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'boolean' },
      export: text,
      audience: text,
      console: text,
      organization: { type: 'string', multiple: true },
      organizations: text,
      'second-factor-max-age': text,
      'workload-issuer': { type: 'string', multiple: true },
      'workload-issuer-once': { type: 'string', multiple: true },
    },
  });
  return values;
}

function problemsOf(given: GivenOptions, maxAge: string): string[] {
  const forPeople = ['console', 'organization', 'organizations', 'second-factor-max-age'] as const;
  const { audience, console: consoleUrl } = given;
  return [
    ...(audience === undefined
      ? forPeople.filter((name) => given[name] !== undefined).map((name) => `--${name} needs --audience`)
      : []),
    ...(audience === undefined || isWebUrl(audience)
      ? []
      : ['--audience must be a URL, the audience of access tokens']),
    ...(consoleUrl === undefined || isWebUrl(consoleUrl)
      ? []
      : ["--console must be a URL, the platform's PLATFORM_BASE_URL"]),
    // With 0 Keycloak keeps no time of a second factor.
    ...(/^[1-9]\d{0,4}$/.test(maxAge) && Number(maxAge) <= longestMaxAge
      ? []
      : [`--second-factor-max-age must be 1 to ${longestMaxAge} seconds`]),
  ];
}

function isWebUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

function issuersOf({
  'workload-issuer': reusable = [],
  'workload-issuer-once': once = [],
}: GivenOptions): readonly WantedIssuer[] {
  return [
    ...reusable.map((issuer) => ({ issuer, isReusable: true })),
    ...once.map((issuer) => ({ issuer, isReusable: false })),
  ];
}

function issuerProblem({ issuer }: WantedIssuer, index: number, all: readonly WantedIssuer[]): string[] {
  if (all.findIndex((each) => each.issuer === issuer) < index) return [`${issuer} must be there once`];
  try {
    checkIssuer(issuer);
    return [];
  } catch (error) {
    if (error instanceof RuleViolation) return [`--workload-issuer: ${error.message}`];
    throw error;
  }
}

/** `ID` or `ID=NAME`, one a line; empty lines and lines with `#` are skipped. */
function organizationsOf({ organization = [], organizations: file }: GivenOptions): {
  readonly wanted: readonly WantedOrganization[];
  readonly problems: readonly string[];
} {
  const listed = file === undefined ? [] : linesOf(file);
  if (listed === undefined)
    return { wanted: [], problems: ['--organizations must name a file that can be read'] };
  const lines = listed.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const wanted = [...organization, ...lines].map(organizationIn);
  return {
    wanted: [...new Map(wanted.map((each) => [each.id, each])).values()],
    problems: wanted.flatMap(organizationProblem),
  };
}

function organizationProblem({ id, name }: WantedOrganization): string[] {
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(id))
    return [`${JSON.stringify(id)} is no organization id: letters, digits, hyphens and underscores`];
  const problem = name === undefined ? undefined : nameProblem(name);
  return problem === undefined ? [] : [`the name of ${id} ${problem}`];
}

function organizationIn(text: string): WantedOrganization {
  const [id = '', ...name] = text.split('=');
  return name.length === 0 ? { id } : { id, name: canonicalName(name.join('=')) };
}

function linesOf(file: string): readonly string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    return undefined;
  }
}
