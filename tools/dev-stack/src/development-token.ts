import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NotYet, patiently } from './seed/patiently';
import { databaseOfProgram } from './program-database';
import { type StackDescription } from './stack-description';
import { type StackFiles } from './stack-files';

const execute = promisify(execFile);

/** Parts of a stack that are needed to sign tokens as its identity provider does. */
export type TokenPlace = Pick<
  StackDescription,
  'issuer' | 'platformUrl' | 'claimsNamespace' | 'databaseUrl'
> & {
  /** Of the workspace. */
  readonly root: string;
  readonly files: Pick<StackFiles, 'identityKeyring'>;
};

export interface TokenProgram {
  readonly script: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The program that signs tokens of any user. It refuses every environment except `development`. */
export async function tokenProgram(place: TokenPlace, environment: string): Promise<TokenProgram> {
  return {
    script: join(place.root, 'dist', 'apps', 'identity-provider', 'dev-token.js'),
    env: {
      ...process.env,
      ENVIRONMENT: environment,
      ISSUER: place.issuer,
      API_URL: place.platformUrl,
      CLAIMS_NAMESPACE: place.claimsNamespace,
      DATABASE_URL: await databaseOfProgram(place.databaseUrl, 'identity-provider/dev-token'),
      KEYRING_FILE: place.files.identityKeyring,
    },
  };
}

/** A token of a user who has just entered a second factor. @throws with the program's message. */
export async function developmentToken(
  email: string,
  place: TokenPlace,
  signal: AbortSignal,
): Promise<string> {
  const { script, env } = await tokenProgram(place, 'development');
  const args = [script, '--user', email, '--mfa-at', 'now'];
  return patiently(
    async () => {
      try {
        return (await execute(process.execPath, args, { env, signal })).stdout.trim();
      } catch (cause) {
        const words = (cause as { stderr?: string }).stderr?.trim();
        if (words?.startsWith('the database')) throw new NotYet(words, { cause });
        throw words ? new Error(words, { cause }) : cause;
      }
    },
    { signal },
  );
}
