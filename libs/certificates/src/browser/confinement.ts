import { existsSync } from 'node:fs';

/** How the browser is isolated from the machine. */
export interface Confinement {
  /** Whether the browser, started by root, drops to a user without rights. */
  readonly dropsPrivileges: boolean;
  readonly sandbox: boolean;
}

/** The ids of the user and of the group that have no rights on Linux. */
export const unprivilegedId = 65_534;

const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'];

/**
 * The confinements to try, strongest first. Chromium refuses its sandbox as root, so a browser started by root runs
 * without rights where the system allows that. The sandbox needs user namespaces, which some containers forbid.
 */
export function confinements(userId = process.getuid?.(), dropper = findDropper()): readonly Confinement[] {
  if (userId !== 0) return [true, false].map((sandbox) => ({ dropsPrivileges: false, sandbox }));
  const unconfined = { dropsPrivileges: false, sandbox: false };
  if (dropper === undefined) return [unconfined];
  return [{ dropsPrivileges: true, sandbox: true }, { dropsPrivileges: true, sandbox: false }, unconfined];
}

/** The program to start and its arguments: the browser, or a program that drops root and then executes the browser. */
export function confinedCommand(
  { dropsPrivileges, sandbox }: Confinement,
  executable: string,
  args: readonly string[],
): { readonly executable: string; readonly args: string[] } {
  const browserArgs = sandbox ? [...args] : [...args, '--no-sandbox'];
  const dropper = findDropper();
  if (!dropsPrivileges || dropper === undefined) return { executable, args: browserArgs };
  const rights = [
    `--reuid=${unprivilegedId}`,
    `--regid=${unprivilegedId}`,
    '--clear-groups',
    '--no-new-privs',
  ];
  return { executable: dropper, args: [...rights, '--', executable, ...browserArgs] };
}

/** A warning for the operator when the strongest confinement was not available; undefined when it was. */
export function weakness(
  { dropsPrivileges, sandbox }: Confinement,
  userId = process.getuid?.(),
): string | undefined {
  if (sandbox) return undefined;
  if (dropsPrivileges) return 'Chromium runs without its sandbox, as another user';
  const user = userId === 0 ? 'root' : 'the user of this program';
  return `Chromium runs without its sandbox, as ${user}: it can read what this program can read`;
}

function findDropper(): string | undefined {
  return setpriv.find((path) => existsSync(path));
}
