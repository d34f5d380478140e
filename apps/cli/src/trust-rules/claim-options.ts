import { type PlatformTypes } from '@governance/client';
import { CommandError } from '../command-error';

type Condition = PlatformTypes['schemas']['TrustCondition'];

/** The options of claims, which have the names of commander. */
export interface ClaimOptions {
  readonly repositoryId?: string;
  readonly repositoryOwnerId?: string;
  readonly ref?: readonly string[];
  readonly environment?: readonly string[];
  readonly projectId?: string;
  readonly namespace?: string;
  readonly serviceAccount?: string;
  readonly serviceAccountUid?: string;
  /** Each as `name = text` or `outer > inner = text`. */
  readonly claim?: readonly string[];
}

const claims: readonly (readonly [option: Exclude<keyof ClaimOptions, 'claim'>, claim: readonly string[]])[] =
  [
    ['repositoryId', ['repository_id']],
    ['repositoryOwnerId', ['repository_owner_id']],
    ['ref', ['ref']],
    ['environment', ['environment']],
    ['projectId', ['project_id']],
    ['namespace', ['kubernetes.io', 'namespace']],
    ['serviceAccount', ['kubernetes.io', 'serviceaccount', 'name']],
    ['serviceAccountUid', ['kubernetes.io', 'serviceaccount', 'uid']],
  ];

/** One condition for each claim, with all of its texts. @throws CommandError */
export function conditionsOf(options: ClaimOptions): Condition[] {
  const named = claims.flatMap(([option, claim]) =>
    [options[option] ?? []].flat().map((text) => ({ claim, text })),
  );
  const all = [...named, ...(options.claim ?? []).map(claimIn)];
  const grouped = Map.groupBy(all, ({ claim }) => claim.join('\0'));
  return Array.from(grouped.values(), (same) => ({
    claim: [...(same[0]?.claim ?? [])],
    one_of: same.map(({ text }) => text),
  }));
}

/** As `--claim` takes it. */
export function conditionText({ claim, one_of: oneOf }: Condition): string {
  return `${claim.join(' > ')} = ${oneOf.join(' | ')}`;
}

function claimIn(given: string): { readonly claim: readonly string[]; readonly text: string } {
  const [, names = '', text] = /^([^=]*)=(.*)$/.exec(given) ?? [];
  if (text === undefined) throw new CommandError('--claim must be "name = text", such as "team = platform"');
  return { claim: names.split('>').map((name) => name.trim()), text: text.trim() };
}
