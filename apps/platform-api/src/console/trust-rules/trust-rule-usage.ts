import { type TrustPreset } from '@governance/iam';

export interface TrustRuleUsage {
  readonly what: string;
  readonly about: string;
  readonly source: string;
}

interface UsedRule {
  readonly presetKey: TrustPreset;
  readonly clientId: string;
  readonly audience: string;
}

interface Addresses {
  readonly baseUrl: string;
  /** The proposed audience, which commands need not name. */
  readonly machineIssuer: string;
}

/** What a person puts into the pipeline or the pod. Nothing in it is secret. */
export function trustRuleUsage(rule: UsedRule, { baseUrl, machineIssuer }: Addresses): TrustRuleUsage {
  const options = ['login --workload', `--client-id ${rule.clientId}`, `--api-url ${baseUrl}`];
  if (rule.audience !== machineIssuer) options.push(`--audience ${quoted(rule.audience)}`);
  const login = (...more: readonly string[]): string => ['governance', ...options, ...more].join(' ');
  return usages[rule.presetKey](login, rule.audience);
}

type Login = (...more: readonly string[]) => string;

const inFile = (login: Login): TrustRuleUsage => ({
  what: 'the command',
  about:
    'The platform puts a token for the audience of the rule into a file. Name that file instead of token.jwt.',
  source: login('--token-file token.jwt'),
});

const usages: Readonly<Record<TrustPreset, (login: Login, audience: string) => TrustRuleUsage>> = {
  'github-actions': (login) => ({
    what: 'the steps',
    about: 'Put this into a job of the workflow, before the steps that use the command line.',
    source: lines(
      'permissions:',
      '  contents: read',
      '  id-token: write',
      'steps:',
      '  - name: Sign in without a secret',
      '    run: |',
      `      ${login()}`,
    ),
  }),
  gitlab: (login, audience) => ({
    what: 'the lines',
    about: 'Put this into the job of the pipeline, before the commands that use the command line.',
    source: lines(
      'id_tokens:',
      '  GOVERNANCE_ID_TOKEN:',
      `    aud: ${JSON.stringify(audience)}`,
      'script:',
      '  - |',
      `    ${login()}`,
    ),
  }),
  kubernetes: (login, audience) => ({
    what: 'the lines',
    about:
      'Put this into the specification of the pod, which runs as the service account. The container then signs in with the last command.',
    source: lines(
      'containers:',
      '  - volumeMounts:',
      '      - name: governance-token',
      '        mountPath: /var/run/secrets/governance',
      '        readOnly: true',
      'volumes:',
      '  - name: governance-token',
      '    projected:',
      '      sources:',
      '        - serviceAccountToken:',
      '            path: token',
      `            audience: ${JSON.stringify(audience)}`,
      '            expirationSeconds: 3600',
      '',
      `# ${login()}`,
    ),
  }),
  spiffe: inFile,
  oidc: inFile,
};

function lines(...all: readonly string[]): string {
  return all.join('\n');
}

/** One word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
