import { type SigningKeyStore } from './signing-key.store';
import { keysOver, scheduleOf } from './key-schedule';

export interface SigningKeysCommandOptions {
  readonly store: SigningKeyStore;
  readonly now: Date;
  readonly print: (line: string) => void;
}

const misused = 2;

type Command = (options: SigningKeysCommandOptions) => Promise<void>;

const commands: ReadonlyMap<string, Command> = new Map([
  ['list', list],
  ['rotate', rotate],
  ['replace', replace],
]);

/** Runs `list`, `rotate` or `replace` on the signing keys. Returns the exit code; prints no key material. */
export async function runSigningKeysCommand(
  args: readonly string[],
  options: SigningKeysCommandOptions,
): Promise<number> {
  const [name, ...rest] = args;
  const command = name === undefined || rest.length > 0 ? undefined : commands.get(name);
  if (!command) {
    options.print('Usage: signing-keys list | rotate | replace');
    return misused;
  }
  await command(options);
  return 0;
}

async function list({ store, now, print }: SigningKeysCommandOptions): Promise<void> {
  const keys = await store.list();
  const signing = scheduleOf(keys, now)?.signing;
  const over = keysOver(keys, now);
  for (const key of keys) {
    const retired = over.includes(key) ? 'no longer published' : 'retired, still published';
    const state = key === signing ? 'signing' : key.signsFrom > now ? 'upcoming' : retired;
    print(`${key.kid}  signs from ${key.signsFrom.toISOString()}  ${state}`);
  }
}

async function rotate(options: SigningKeysCommandOptions): Promise<void> {
  await options.store.rotate(options.now);
  await list(options);
}

async function replace(options: SigningKeysCommandOptions): Promise<void> {
  await options.store.replaceAll(options.now);
  options.print('Verifiers refuse older tokens as soon as they fetch the key set again.');
  await list(options);
}
