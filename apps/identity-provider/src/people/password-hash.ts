import { Semaphore } from 'async-mutex';
import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** RFC 9106, 4: the second recommended option, 64 MiB and three passes. */
const current = { memory: 65_536, passes: 3, parallelism: 4 } as const;
const argon2id = promisify(argon2);
const saltLength = 16;
const tagLength = 32;

/**
 * Each hash holds a thread of libuv's pool of four. Two stay free for other work: a new database connection computes its
 * SCRAM response there, and times out if it waits behind password hashes.
 */
const threads = new Semaphore(2);

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

interface ParsedHash {
  readonly cost: Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/** An Argon2id hash in PHC format. It includes its parameters, so old hashes still match after an increase. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  const tag = await derive(password, { cost: current, salt, tagLength });
  const { memory, passes, parallelism } = current;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** Whether a password matches a hash. @throws when `hash` was not made by `hashPassword`. */
export async function matchesPassword(hash: string, password: string): Promise<boolean> {
  const { cost, salt, tag } = parse(hash);
  return timingSafeEqual(await derive(password, { cost, salt, tagLength: tag.length }), tag);
}

/** Whether a hash has the current parameters. */
export function isCurrentHash(hash: string): boolean {
  const { memory, passes, parallelism } = parse(hash).cost;
  return memory === current.memory && passes === current.passes && parallelism === current.parallelism;
}

function parse(hash: string): ParsedHash {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(hash) ?? [];
  if (memory === undefined) throw new Error('not a password hash');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

interface Derivation {
  readonly cost: ParsedHash['cost'];
  readonly salt: Buffer;
  readonly tagLength: number;
}

function derive(password: string, { cost, salt, tagLength: length }: Derivation): Promise<Buffer> {
  // NIST SP 800-63B-4, 3.1.1.2: Unicode normalization, because keyboards compose the same characters differently.
  const message = Buffer.from(password.normalize('NFKC'));
  return threads.runExclusive(() =>
    argon2id('argon2id', { ...cost, message, nonce: salt, tagLength: length }),
  );
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
