import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** A `PATH` that begins with these shell scripts, by the name of their command, and has the Node of this process. */
export function stubCommands(folder: string, scripts: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
  return [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
}

/** `npm`, for which the published command line is this packed file. */
export function npmWith(archive: string): string {
  return `for argument do
  shift
  case $argument in @governance/cli*) set -- "$@" '${archive}' ;; *) set -- "$@" "$argument" ;; esac
done
PATH=\${PATH#*:} exec npm "$@"`;
}
