import { type DevicePrompt, signInByDevice, type Tokens } from '@governance/client';
import { openInBrowser } from './open-in-browser';
import { type Terminal } from './output/terminal';

/** The client of the identity provider that this program is. */
export const clientId = 'governance-cli';

export interface SignInOptions {
  readonly apiUrl: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Whether to open the page in a browser of this machine. */
  readonly browser: boolean;
  /** Requires a second factor that is at most this old, in seconds. */
  readonly stepUpMaxAge?: number;
}

/** Signs the user in by device code: shows the address and the code, and waits. */
export function signIn({ terminal, browser, ...options }: SignInOptions): Promise<Tokens> {
  return signInByDevice({
    ...options,
    clientId,
    onPrompt: (prompt) => {
      show(prompt, terminal);
      if (browser) openInBrowser(prompt.verificationUriComplete ?? prompt.verificationUri);
    },
  });
}

function show(
  { verificationUri, verificationUriComplete, userCode }: DevicePrompt,
  terminal: Terminal,
): void {
  terminal.note(`Open ${verificationUriComplete ?? verificationUri}`);
  terminal.note(`and check that it shows the code ${userCode}`);
  terminal.note('Waiting for you to sign in …');
}
