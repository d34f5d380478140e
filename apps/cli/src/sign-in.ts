import { type DevicePrompt, signInByDevice, type UserTokens } from '@governance/client';
import { CommandError } from './command-error';
import { exitCode } from './exit-code';
import { openInBrowser } from './open-in-browser';
import { organizationsIn } from './organizations-in';
import { type Terminal } from './output/terminal';

/** The client of the identity provider that this program is. */
const clientId = 'governance-cli';

export interface SignInOptions {
  readonly apiUrl: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Whether to open the page in a browser of this machine. */
  readonly browser: boolean;
  /** The organization to enter; absent: the user's only one, or the one chosen on the page. */
  readonly organization?: string | undefined;
  /** Requires a second factor that is at most this old, in seconds. */
  readonly stepUpMaxAge?: number;
}

/**
 * Signs the user in by device code: shows the address and the code, and waits.
 * @throws CommandError if the user has entered another organization.
 */
export async function signIn({
  terminal,
  browser,
  organization,
  ...options
}: SignInOptions): Promise<UserTokens> {
  const tokens = await signInByDevice({
    ...options,
    ...(organization !== undefined && { organization }),
    clientId,
    onPrompt: (prompt) => {
      show(prompt, terminal);
      if (browser) openInBrowser(prompt.verificationUriComplete ?? prompt.verificationUri);
    },
  });
  // A provider enters the only organization of a user, also if the request names another one.
  if (organization !== undefined && !organizationsIn(tokens.accessToken).includes(organization))
    throw new CommandError(`You are not a member of the organization ${organization}`, exitCode.signIn);
  return tokens;
}

function show(
  { verificationUri, verificationUriComplete, userCode }: DevicePrompt,
  terminal: Terminal,
): void {
  terminal.note(`Open ${verificationUriComplete ?? verificationUri}`);
  terminal.note(`and check that it shows the code ${userCode}`);
  terminal.note('Waiting for you to sign in …');
}
