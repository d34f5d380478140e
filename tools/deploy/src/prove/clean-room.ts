import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process as a container engine would start it. */
export interface RoomOptions {
  /** A Debian root file system, where the image's own files are already. */
  readonly root: string;
  /** Folders that stand at other places in it. */
  readonly mounts: readonly {
    readonly source: string;
    readonly target: string;
    readonly writable: boolean;
  }[];
  /** Where it may write what is lost at its end, with mount(8)'s options. */
  readonly tmpfs: readonly { readonly target: string; readonly options: string }[];
  /** `1000:1000` */
  readonly user: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

/** Read-only but for the mounts that are not; a process tree of its own; no capability, and no way to get one. */
const enter = `
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
eval "$MOUNTS"
mount -o remount,bind,ro "$ROOT"
exec "$@"`;

export function startInRoom(options: RoomOptions): ChildProcess {
  const { root, mounts, tmpfs, user, workdir, environment, command } = options;
  const [uid, gid] = user.split(':');
  const lines = [
    ...mounts.flatMap(({ source, target, writable }) => [
      `mount --bind '${source}' '${root}${target}'`,
      ...(writable ? [] : [`mount -o remount,bind,ro '${root}${target}'`]),
    ]),
    ...tmpfs.map(
      ({ target, options: how }) => `mount -t tmpfs -o '${how},noexec,nosuid,nodev' tmpfs '${root}${target}'`,
    ),
  ];
  const rights = ['--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const inside = [
    ...['chroot', root, 'setpriv', `--reuid=${uid ?? ''}`, `--regid=${gid ?? ''}`, ...rights],
    ...['env', '-i', `--chdir=${workdir}`, 'PATH=/usr/local/bin:/usr/bin:/bin', ...variables, ...command],
  ];
  const own = ['--mount', '--pid', '--fork', '--kill-child', '/bin/sh', '-ec', enter, 'enter', ...inside];
  return spawn('unshare', own, {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ROOT: root, MOUNTS: lines.join('\n') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The first process of the room. */
export function firstProcessOf({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid ?? 0}/task/${pid ?? 0}/children`, 'utf8');
  return Number.parseInt(children, 10);
}
