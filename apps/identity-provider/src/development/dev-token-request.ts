import { parseArgs } from 'node:util';
import * as z from 'zod';

export type Members = Readonly<Record<string, unknown>>;

/** The requested properties of a token. */
export interface DevTokenRequest {
  /** The address of an existing account. */
  readonly email: string;
  /** When the second factor was used, in seconds since 1970; undefined: never. */
  readonly mfaAt: number | undefined;
  /** Counted from now. Negative for an expired token. */
  readonly expiresInSeconds: number;
  /** Added unchecked; null removes the member. */
  readonly claims: Members;
  readonly header: Members;
}

const usage = `Usage: --user EMAIL [--mfa-at now|none|RFC3339] [--expires-in SECONDS] [--claims JSON] [--header JSON]`;
const names = ['user', 'mfa-at', 'expires-in', 'claims', 'header'] as const;
const moment = z.iso.datetime({ offset: true });

/** Reads the command line. @throws an error with a message for the developer. */
export function readDevTokenRequest(args: readonly string[], now: Date): DevTokenRequest {
  const options = readOptions(args);
  if (!options.user) throw new Error(`--user is missing. ${usage}`);
  return {
    email: options.user,
    mfaAt: readMfaAt(options['mfa-at'] ?? 'now', now),
    expiresInSeconds: readSeconds(options['expires-in'] ?? '600'),
    claims: readMembers('--claims', options.claims ?? '{}'),
    header: readMembers('--header', options.header ?? '{}'),
  };
}

type Options = Partial<Record<(typeof names)[number], string>>;

function readOptions(args: readonly string[]): Options {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const));
  try {
    return parseArgs({ args: args.reduce(joinValue, []), options }).values;
  } catch (cause) {
    throw new Error(`${firstLine((cause as Error).message)} ${usage}`, { cause });
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1).join('');
}

/** Turns `--expires-in -60` into `--expires-in=-60`: a value with a dash would be parsed as the next option. */
function joinValue(joined: string[], arg: string): string[] {
  const last = joined.at(-1) ?? '';
  return names.some((name) => last === `--${name}`)
    ? [...joined.slice(0, -1), `${last}=${arg}`]
    : [...joined, arg];
}

function readMfaAt(text: string, now: Date): number | undefined {
  if (text === 'none') return undefined;
  if (text !== 'now' && !moment.safeParse(text).success) {
    throw new Error('--mfa-at must be now, none, or a time such as 2026-11-20T12:00:00Z.');
  }
  return secondsOf(text === 'now' ? now : new Date(text));
}

function readSeconds(text: string): number {
  if (/^-?\d{1,12}$/.test(text)) return Number(text);
  throw new Error('--expires-in must be a whole number of seconds.');
}

function readMembers(option: string, text: string): Members {
  const value = parseJson(text);
  if (isMembers(value)) return value;
  throw new Error(`${option} must be a JSON object.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}
