import {
  BuiltProgram,
  createTestDatabase,
  databaseSettings,
  freePort,
  programFile,
} from '@governance/testing';
import { basename, join } from 'node:path';
import { type Deployable } from '../../src/program-catalogue';
import { installedBundle } from './installed-bundle';

type Settings = Readonly<Record<string, string>>;

/** An installed bundle with its own database. Its folder has the files of its programs. */
export interface Deployment {
  readonly folder: string;
  /** The origin of `main`. */
  readonly origin: string;
  /** Runs a command to its end. @throws if it fails. */
  run(command: string, ...args: string[]): Promise<void>;
  /**
   * Starts a program that runs until stopped. Unless NODE_OPTIONS is set, Node denies it every file outside its folder, so
   * that it cannot depend on the workspace.
   */
  start(program: string, settings?: Settings): Promise<BuiltProgram>;
  stop(): Promise<void>;
}

/** `settings` are common to all programs, besides port, database and keys. */
export async function deploy(name: Deployable, settings: (origin: string) => Settings): Promise<Deployment> {
  const bundle = await installedBundle(name);
  const { folder } = bundle;
  const database = await createTestDatabase({ migrate: () => Promise.resolve() });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const common = {
    TMPDIR: folder,
    PORT: String(port),
    KEYRING_FILE: join(folder, 'keyring.json'),
    ISSUER_KEYS_FILE: join(folder, 'issuer-keys.json'),
    ...settings(origin),
  };
  const fence = ['--permission', '--allow-addons', `--allow-fs-read=${folder}`, `--allow-fs-write=${folder}`];
  const started: BuiltProgram[] = [];
  return {
    folder,
    origin,
    run: async (command, ...args) => {
      const env = { ...common, ...(await databaseSettings(database.url, `${name}/${command}`)) };
      const [file, ...first] = programFile(`${name}/${command}`);
      const program = new BuiltProgram(bundle.program(basename(file)), env, [...first, ...args]);
      const { code, stdout, stderr } = await program.ended;
      if (code !== 0) throw new Error(`${command}: ${stdout}${stderr}`);
    },
    start: async (program, extra) => {
      const launched = new BuiltProgram(bundle.program(program), {
        ...common,
        ...(await databaseSettings(database.url, `${name}/${program}`)),
        NODE_OPTIONS: fence.join(' '),
        MANAGEMENT_PORT: String(await freePort()),
        ...extra,
      });
      started.push(launched);
      return launched.started();
    },
    stop: async () => {
      await Promise.all(started.map((program) => program.kill()));
      await database.drop();
      bundle.remove();
    },
  };
}
