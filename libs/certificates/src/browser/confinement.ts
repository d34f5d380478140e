import { existsSync } from 'node:fs';

/** How the browser is isolated from the machine. */
export interface Confinement {
  /** Started by root: runs as the user `nobody`. */
  readonly asNobody: boolean;
  readonly sandbox: boolean;
}

/** The ids of `nobody` and `nogroup`. */
export const nobody = 65_534;

const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'];

/**
 * The confinements to try, strongest first. Chromium refuses its sandbox as root, so a browser started by root becomes
 * `nobody` where the system allows that. The sandbox needs user namespaces, which some containers forbid.
 */
export function confinements(userId = process.getuid?.(), dropper = findDropper()): readonly Confinement[] {
  if (userId !== 0) return [true, false].map((sandbox) => ({ asNobody: false, sandbox }));
  const unconfined = { asNobody: false, sandbox: false };
  if (dropper === undefined) return [unconfined];
  return [{ asNobody: true, sandbox: true }, { asNobody: true, sandbox: false }, unconfined];
}

/** The program to start and its arguments: the browser, or a program that drops root and then executes the browser. */
export function confinedCommand(
  { asNobody, sandbox }: Confinement,
  executable: string,
  args: readonly string[],
): { readonly executable: string; readonly args: string[] } {
  const browserArgs = sandbox ? [...args] : [...args, '--no-sandbox'];
  const dropper = findDropper();
  if (!asNobody || dropper === undefined) return { executable, args: browserArgs };
  const rights = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--no-new-privs'];
  return { executable: dropper, args: [...rights, '--', executable, ...browserArgs] };
}

/** A warning for the operator when the strongest confinement was not available; undefined when it was. */
export function weakness(
  { asNobody, sandbox }: Confinement,
  userId = process.getuid?.(),
): string | undefined {
  if (sandbox) return undefined;
  const asRoot = userId === 0 && !asNobody ? ' and as root' : '';
  return `Chromium runs without its sandbox${asRoot}`;
}

function findDropper(): string | undefined {
  return setpriv.find((path) => existsSync(path));
}
