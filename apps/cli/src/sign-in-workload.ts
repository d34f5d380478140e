import { type Variables } from '@governance/client';
import { resolve } from 'node:path';
import { readText } from './files/read-text';
import { type TokenStore } from './tokens/token-store.port';
import { assertionsAt, type FoundAssertions, workloadTokens } from './tokens/workload-tokens';
import { type WorkloadPlace } from './tokens/stored-tokens';
import { type Terminal } from './output/terminal';

export interface WorkloadSignInOptions extends WorkloadPlace {
  readonly apiUrl: string;
  /** Of the trust rule. */
  readonly clientId: string;
  readonly variables: Variables;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly store: TokenStore;
  readonly profile: string;
}

/** Signs in with a token of this machine's platform, says which, and keeps the tokens. @throws CommandError, SignInError */
export async function signInWorkload({
  variables,
  terminal,
  signal,
  tokenFile,
  audience,
  ...options
}: WorkloadSignInOptions): Promise<void> {
  const isFile = tokenFile !== undefined && tokenFile !== '-';
  // Later commands may run in another folder.
  const place = { tokenFile: isFile ? resolve(tokenFile) : tokenFile, audience };
  const { found, assertions } =
    tokenFile === '-' ? await assertionsOnStdin(terminal) : assertionsAt(place, variables);
  terminal.note(`Found ${found}`);
  await workloadTokens({ ...options, place, assertions }).token(signal);
}

async function assertionsOnStdin({ stdin }: Terminal): Promise<FoundAssertions> {
  const token = (await readText('-', stdin)).trim();
  return { found: 'the token on stdin', assertions: () => Promise.resolve(token) };
}
