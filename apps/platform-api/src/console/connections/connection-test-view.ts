import { type PlatformTypes } from '@governance/client';
import { asSentence } from '../people-words';

type ConnectionTest = PlatformTypes['schemas']['ConnectionTest'];
type Problem = NonNullable<ConnectionTest['problem']>;

/** A check that the API makes, in its order. It stops at the first problem. */
interface Check {
  readonly checked: string;
  /** What a failure means, and what to do, by problem. */
  readonly advice: Readonly<Partial<Record<Problem, string>>>;
}

const otherConnection =
  'The issuer of a connection cannot be changed: add another connection, then remove this one.';

const unreadable = {
  not_public:
    'Only public addresses are called. Make it reachable from the internet, or use its public name.',
  unreachable: 'Check that it is running, and that its firewall permits requests from the internet.',
  timeout: 'Check its load and its firewall, then test again.',
  tls: 'Install a certificate for exactly this name, from a public certificate authority, that has not expired.',
  too_large: 'Check that the address leads to your provider, and not to another site.',
} as const;

const checks: readonly Check[] = [
  {
    checked: 'The address of the issuer can be used',
    advice: { issuer_without_tls: `Use the https address of your provider. ${otherConnection}` },
  },
  {
    checked: 'The discovery document can be fetched',
    advice: {
      discovery_unresolved: `Check the host name of the issuer for typing errors. A new name can take hours to be known everywhere. ${otherConnection}`,
      discovery_not_public: unreadable.not_public,
      discovery_unreachable: unreadable.unreachable,
      discovery_timeout: unreadable.timeout,
      discovery_tls: unreadable.tls,
      discovery_redirect: `Often the issuer has another host name, such as with www. Use the address to which it redirects. ${otherConnection}`,
      discovery_status: `Open the address of the discovery document in a browser: it must show a JSON document. Often a part of the issuer is missing, such as the tenant or realm. ${otherConnection}`,
      discovery_too_large: unreadable.too_large,
      discovery_not_json: `Open the address of the discovery document in a browser: it must show a JSON document, not a page. ${otherConnection}`,
    },
  },
  {
    checked: 'The discovery document names the same issuer',
    advice: {
      issuer_mismatch: `Open the discovery document in a browser, and copy the value of “issuer” exactly. ${otherConnection}`,
    },
  },
  {
    checked: 'It names the addresses that a sign-in uses',
    advice: {
      endpoint_missing: 'This provider cannot be used for signing in. Check that it supports OpenID Connect.',
    },
  },
  {
    checked: 'These addresses use https',
    advice: { endpoint_without_tls: 'Set the public https address in the settings of your provider.' },
  },
  {
    checked: 'The provider supports the authorization code flow',
    advice: { code_flow_unsupported: 'Turn on the authorization code flow at your provider.' },
  },
  {
    checked: 'The provider accepts a client secret',
    advice: {
      client_authentication_unsupported:
        'Turn on client_secret_basic or client_secret_post at your provider.',
    },
  },
  {
    checked: 'The provider signs with a key pair',
    advice: { signing_unsupported: 'Turn on RS256, or another algorithm with a key pair, for ID tokens.' },
  },
  {
    checked: 'The key set can be fetched',
    advice: {
      keys_unresolved:
        'The discovery document names a host that does not exist. Correct it at your provider.',
      keys_not_public: unreadable.not_public,
      keys_unreachable: unreadable.unreachable,
      keys_timeout: unreadable.timeout,
      keys_tls: unreadable.tls,
      keys_redirect: 'Set the final address of the key set at your provider: redirects are not followed.',
      keys_status:
        'Open the address “jwks_uri” of the discovery document in a browser: it must show the key set.',
      keys_too_large: 'Remove keys that your provider no longer uses.',
      keys_not_json:
        'Open the address “jwks_uri” of the discovery document in a browser: it must show the key set.',
    },
  },
  {
    checked: 'The key set has a public key for signatures',
    advice: {
      keys_unusable: 'Create a key for signatures at your provider, or wait until it has published one.',
    },
  },
];

export type TestReport = ReturnType<typeof reportOf>;

/** What was checked, what was found, and what to do. Checks after the first problem were not made. */
export function reportOf({ ok, problem, problem_description: description }: ConnectionTest) {
  if (ok) {
    const found = 'No problem was found: people can be sent to this provider to sign in.';
    return { isGood: true, found, steps: checks.map(({ checked }) => passed(checked)) };
  }
  const found = asSentence(description ?? 'the provider cannot be used for signing in');
  const failedAt = checks.findIndex(({ advice }) => problem !== null && Object.hasOwn(advice, problem));
  // None for a problem of a later release.
  const steps =
    failedAt < 0 ? [] : checks.map((check, index) => stepOf(check, { index, failedAt, found, problem }));
  return { isGood: false, found, steps };
}

interface Failure {
  readonly index: number;
  readonly failedAt: number;
  readonly found: string;
  readonly problem: Problem | null;
}

function stepOf({ checked, advice }: Check, { index, failedAt, found, problem }: Failure) {
  if (index < failedAt) return passed(checked);
  const hasFailed = index === failedAt;
  if (!hasFailed || problem === null)
    return { checked, state: 'Not checked', hasFailed: false, found: undefined, advice: undefined };
  return { checked, state: 'Failed', hasFailed, found, advice: advice[problem] };
}

function passed(checked: string) {
  return { checked, state: 'Passed', hasFailed: false, found: undefined, advice: undefined };
}

/** What a test has found, for the audit. Undefined for a problem of a later release. */
export function failedCheck(problem: string): string | undefined {
  return checks.find(({ advice }) => Object.hasOwn(advice, problem))?.checked;
}
