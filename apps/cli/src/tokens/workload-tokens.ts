import {
  type AssertionSource,
  fileAssertions,
  findWorkload,
  projectedTokenFile,
  type Variables,
  WorkloadSession,
} from '@governance/client';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { readTextFile } from '../files/read-text';
import { type WorkloadPlace } from './stored-tokens';
import { type TokenStore } from './token-store.port';

/** The tokens of a workload's platform. */
export interface FoundAssertions {
  /** What was found, for the user. */
  readonly found: string;
  readonly assertions: AssertionSource;
}

export interface WorkloadTokensOptions {
  readonly apiUrl: string;
  /** Of the trust rule. */
  readonly clientId: string;
  readonly place: WorkloadPlace;
  readonly assertions: AssertionSource;
  readonly store: TokenStore;
  readonly profile: string;
}

/** Those of the file, or else of the platform. @throws CommandError if there are none. */
export function assertionsAt({ tokenFile }: WorkloadPlace, variables: Variables): FoundAssertions {
  if (tokenFile === '-') throw new CommandError('The token was on stdin: sign in again', exitCode.signIn);
  if (tokenFile !== undefined)
    return { found: `the token in ${tokenFile}`, assertions: fileAssertions(tokenFile, readText) };
  const workload = findWorkload({ variables, readText });
  if (workload) return { found: workload.platform, assertions: workload.assertions };
  throw new CommandError(
    'This is no job of GitHub Actions or GitLab and no pod: give --token-file FILE with a token of your platform. ' +
      `In a pod, project a token to ${projectedTokenFile}`,
    exitCode.signIn,
  );
}

/** The session of a workload. Later commands use its tokens, and get others in the same way. */
export function workloadTokens({
  place,
  store,
  profile,
  ...options
}: WorkloadTokensOptions): WorkloadSession {
  return new WorkloadSession({
    ...options,
    audience: place.audience,
    onTokens: (tokens) => store.save(profile, { ...tokens, workload: place }),
  });
}

function readText(path: string): Promise<string> {
  return Promise.resolve(path).then(readTextFile);
}
