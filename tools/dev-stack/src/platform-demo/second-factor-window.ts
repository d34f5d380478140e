import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databaseOfProgram } from '../program-database';
import { JsonApi } from '../seed/json-api';
import { type StackDescription } from '../stack-description';
import { type StackFiles } from '../stack-files';

const callTimeoutMs = 30_000;
const execute = promisify(execFile);

export interface WindowPlace {
  /** Of the workspace. */
  readonly root: string;
  readonly files: Pick<StackFiles, 'keyring'>;
  readonly stack: StackDescription;
  readonly orgId: string;
}

/** For how long an organization takes a second factor for recent, changed as an operator does: `npm run org`. */
export class SecondFactorWindow {
  private constructor(
    private readonly place: WindowPlace,
    /** Seconds. */
    readonly before: number,
  ) {}

  static async find(place: WindowPlace): Promise<SecondFactorWindow> {
    const { managementUrl, managementToken: token } = place.stack.identity;
    const signal = AbortSignal.timeout(callTimeoutMs);
    const management = new JsonApi({ url: `${managementUrl}/v1`, token, signal });
    const { body } = await management.call({ method: 'GET', path: `/organizations/${place.orgId}` }, 200);
    return new SecondFactorWindow(place, (body as { readonly mfaMaxAge: number }).mfaMaxAge);
  }

  /** Answers what the program says. @throws with its own words. */
  async set(seconds: number): Promise<string> {
    const { root, orgId } = this.place;
    const script = join(root, 'dist', 'apps', 'platform-api', 'org.js');
    const args = [script, 'policy', orgId, '--mfa-max-age', String(seconds)];
    const { stdout } = await execute(process.execPath, args, { env: await this.settings() });
    return stdout.trim();
  }

  restore(): Promise<string> {
    return this.set(this.before);
  }

  private async settings(): Promise<Readonly<Record<string, string | undefined>>> {
    const { stack, files } = this.place;
    return {
      ...process.env,
      ENVIRONMENT: 'development',
      DATABASE_URL: await databaseOfProgram(stack.databaseUrl, 'platform-api/org'),
      KEYRING_FILE: files.keyring,
      OIDC_ISSUER: stack.issuer,
      CLAIMS_NAMESPACE: stack.claimsNamespace,
      IDENTITY_MANAGEMENT_URL: stack.identity.managementUrl,
      IDENTITY_MANAGEMENT_TOKEN: stack.identity.managementToken,
    };
  }
}
