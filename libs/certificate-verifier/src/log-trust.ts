import { InvalidNote, WitnessPolicy } from '@governance/transparency';
import * as z from 'zod';

/** The public log of an issuer. The issuer publishes it as `trust.json`, and a verifier can keep it as a trust file. */
export interface PublishedLog {
  /** The keys of the log, its witnesses, and how many of them must have cosigned (C2SP tlog-policy). */
  readonly policy: string;
  /** The `kid` of each issuer key that signed certificates before the log began. */
  readonly keysBeforeLog: readonly string[];
}

export interface LogTrust extends PublishedLog {
  /** `file`: the user of the verifier keeps it, so all of it counts. `issuer`: its witnesses are those that the issuer names. */
  readonly source: 'file' | 'issuer';
}

const longestPolicy = 65_536;

const publishedLog = z.object({
  policy: z.string().max(longestPolicy),
  keysBeforeLog: z.array(z.url().max(2_000)).max(1_000),
});

/** Parsed JSON as trust in a log. @throws Error with a sentence for users */
export function logTrust(value: unknown, source: LogTrust['source']): LogTrust {
  const { data } = publishedLog.safeParse(value);
  if (!data) throw new Error('The trust file must have the members policy and keysBeforeLog');
  const { logs } = parsed(data.policy);
  if (logs.length === 0) throw new Error('The policy of the trust file names no log');
  return { ...data, source };
}

function parsed(policy: string): WitnessPolicy {
  try {
    return WitnessPolicy.parse(policy, () => Promise.resolve(false));
  } catch (cause) {
    if (!(cause instanceof InvalidNote)) throw cause;
    throw new Error(`The policy of the trust file is malformed. ${cause.message}`, { cause });
  }
}
