import { type ClaimNames } from './claim-names';

/** The kinds of issuers for which a rule is prepared. `oidc`: any other OpenID provider. */
export const trustPresets = ['github-actions', 'gitlab', 'kubernetes', 'spiffe', 'oidc'] as const;

export type TrustPreset = (typeof trustPresets)[number];

export interface PresetFacts {
  readonly title: string;
  /** Proposed; undefined: each installation has its own. */
  readonly issuer: string | undefined;
  /** A rule needs a condition for at least one claim of each group. */
  readonly needed: readonly (readonly ClaimNames[])[];
  readonly needsSubject: boolean;
  /** Proposed. */
  readonly singleUse: boolean;
  /** Why these claims, for the person who makes a rule. */
  readonly explanation: string;
}

/** What a rule for each kind of issuer has. docs/security.md names the documents of the issuers. */
export const presetFacts: Readonly<Record<TrustPreset, PresetFacts>> = {
  'github-actions': {
    title: 'GitHub Actions',
    issuer: 'https://token.actions.githubusercontent.com',
    needed: [[['repository_id']], [['repository_owner_id']], [['ref'], ['environment']]],
    needsSubject: false,
    singleUse: true,
    explanation:
      'Names of repositories and owners can be registered again by others, their ids cannot. A branch, tag or environment limits who can run the job.',
  },
  gitlab: {
    title: 'GitLab',
    issuer: 'https://gitlab.com',
    needed: [[['project_id']]],
    needsSubject: false,
    singleUse: false,
    explanation:
      'The path of a project can be registered again by others, its id cannot. Add ref_protected or environment to exclude unreviewed branches.',
  },
  kubernetes: {
    title: 'Kubernetes',
    issuer: undefined,
    needed: [
      [['kubernetes.io', 'namespace']],
      [['kubernetes.io', 'serviceaccount', 'name']],
      [['kubernetes.io', 'serviceaccount', 'uid']],
    ],
    needsSubject: false,
    singleUse: false,
    explanation:
      'A service account that is deleted and made again has the same name and another uid. For a cluster without a public address, upload its key set, and upload it again when the cluster changes its keys.',
  },
  spiffe: {
    title: 'SPIFFE JWT-SVID',
    issuer: undefined,
    needed: [],
    needsSubject: true,
    singleUse: false,
    explanation: 'The subject is the SPIFFE ID of the workload, such as spiffe://example.org/backup.',
  },
  oidc: {
    title: 'OpenID provider',
    issuer: undefined,
    needed: [],
    needsSubject: true,
    singleUse: false,
    explanation: 'The issuer must never give the subject of a workload to another one.',
  },
};

export function isTrustPreset(text: string): text is TrustPreset {
  return (trustPresets as readonly string[]).includes(text);
}
