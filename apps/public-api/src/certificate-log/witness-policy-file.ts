import { checkEd25519, StartRefused } from '@governance/runtime';
import { InvalidNote, WitnessPolicy } from '@governance/transparency';
import { readFileSync } from 'node:fs';

/** A policy as text, for verifiers, and as its reader applies it. */
export interface LogPolicy {
  readonly text: string;
  readonly policy: WitnessPolicy;
}

/** The policy of the file, with the key of the log. Without a file it asks for no witness. @throws StartRefused */
export function readLogPolicy(file: string | undefined, logKey: string): LogPolicy {
  const witnesses = file === undefined ? 'quorum none\n' : readFileSync(file, 'utf8');
  const text = `log ${logKey}\n${witnesses.trimEnd()}\n`;
  try {
    const policy = WitnessPolicy.parse(text, checkEd25519);
    const silent = policy.witnesses.find(({ url }) => url === undefined);
    if (silent) throw new StartRefused(`CERTIFICATE_LOG_WITNESSES has no address of ${silent.verifier.name}`);
    return { text, policy };
  } catch (error) {
    if (error instanceof InvalidNote) throw new StartRefused(`CERTIFICATE_LOG_WITNESSES: ${error.message}`);
    throw error;
  }
}
