import { bytesOfBase64 } from './base64';
import { type OpenedCheckpoint } from './checkpoint';
import { InvalidNote } from './invalid-note';
import { type CheckEd25519, noteVerifier } from './note-keys';
import { type NoteVerifier } from './signed-note';

export interface PolicyWitness {
  readonly verifier: NoteVerifier;
  /** Where it takes checkpoints; offline verification needs none. */
  readonly url: string | undefined;
}

type Cosignatures = OpenedCheckpoint['cosignatures'];
/** When a witness or a group had witnessed a checkpoint; undefined if it has not. */
type WitnessedAt = (cosignatures: Cosignatures) => number | undefined;

interface Draft {
  readonly logs: NoteVerifier[];
  readonly witnesses: PolicyWitness[];
  /** Of witnesses and groups, by name. */
  readonly rules: Map<string, WitnessedAt>;
  /** A witness counts in one way only. */
  readonly grouped: Set<string>;
  readonly keys: Set<string>;
  quorum: WitnessedAt | 'none' | undefined;
}

type Line = readonly string[];

const kindOfLog = 1;
const kindOfWitness = 4;
const none = 'none';

/** Which logs and witnesses a reader trusts, and how many of the witnesses must cosign a checkpoint (C2SP tlog-policy). */
export class WitnessPolicy {
  private constructor(
    /** The key of a log has the name of its origin. */
    readonly logs: readonly NoteVerifier[],
    readonly witnesses: readonly PolicyWitness[],
    private readonly quorum: WitnessedAt | 'none',
  ) {}

  /** @throws InvalidNote with the line that is not understood */
  static parse(text: string, check: CheckEd25519): WitnessPolicy {
    const draft: Draft = {
      logs: [],
      witnesses: [],
      rules: new Map(),
      grouped: new Set(),
      keys: new Set(),
      quorum: undefined,
    };
    for (const line of text.split('\n').map((each) => each.trim())) {
      if (line === '' || line.startsWith('#')) continue;
      if (!isAdded(line.split(/[ \t]+/), draft, check))
        throw new InvalidNote(`Not understood in this policy: ${line}`);
    }
    if (draft.quorum === undefined) throw new InvalidNote('This policy has no quorum');
    return new WitnessPolicy(draft.logs, draft.witnesses, draft.quorum);
  }

  /** Whether the policy asks for witnesses at all. Without them, only the log itself vouches for its history. */
  get needsWitnesses(): boolean {
    return this.quorum !== none;
  }

  /** Whether enough witnesses cosigned. */
  isSatisfiedBy(cosignatures: Cosignatures): boolean {
    return this.quorum === none || this.quorum(cosignatures) !== undefined;
  }

  /**
   * The earliest time at which enough witnesses had cosigned, in seconds since 1970. A minority of them cannot make it earlier. Undefined
   * if too few cosigned, or none need to.
   */
  witnessedAt(cosignatures: Cosignatures): number | undefined {
    return this.quorum === none ? undefined : this.quorum(cosignatures);
  }
}

function isAdded([keyword = '', ...words]: Line, draft: Draft, check: CheckEd25519): boolean {
  switch (keyword) {
    case 'log':
      return isLogAdded(words, draft, check);
    case 'witness':
      return isWitnessAdded(words, draft, check);
    case 'group':
      return isGroupAdded(words, draft);
    case 'quorum':
      return isQuorumSet(words, draft);
    default:
      return false;
  }
}

function isLogAdded([key = '', , ...rest]: Line, draft: Draft, check: CheckEd25519): boolean {
  if (rest.length > 0 || !isNewKey(key, kindOfLog, draft)) return false;
  draft.logs.push(noteVerifier(key, check));
  return true;
}

function isWitnessAdded(
  [name = '', key = '', url, ...rest]: Line,
  draft: Draft,
  check: CheckEd25519,
): boolean {
  if (rest.length > 0 || !isNewName(name, draft) || !isNewKey(key, kindOfWitness, draft)) return false;
  const verifier = noteVerifier(key, check);
  // Cosignatures are counted by the name of their key: two keys of one name would count as two witnesses.
  if (draft.witnesses.some((other) => other.verifier.name === verifier.name)) return false;
  draft.witnesses.push({ verifier, url });
  draft.rules.set(name, (cosignatures) => cosignatures.find((each) => each.name === verifier.name)?.time);
  return true;
}

function isGroupAdded([name = '', threshold = '', ...members]: Line, draft: Draft): boolean {
  const rules = members.map((member) => draft.rules.get(member)).filter((rule) => rule !== undefined);
  const areNew =
    new Set(members).size === members.length && !members.some((member) => draft.grouped.has(member));
  const needed = thresholdOf(threshold, members.length);
  if (!isNewName(name, draft) || rules.length < members.length || !areNew || needed === undefined)
    return false;
  for (const member of members) draft.grouped.add(member);
  draft.rules.set(name, (cosignatures) => {
    const times = rules.map((rule) => rule(cosignatures)).filter((time) => time !== undefined);
    return times.toSorted((one, other) => one - other)[needed - 1];
  });
  return true;
}

function isQuorumSet([name = '', ...rest]: Line, draft: Draft): boolean {
  if (rest.length > 0 || draft.quorum !== undefined) return false;
  draft.quorum = name === none ? none : draft.rules.get(name);
  return draft.quorum !== undefined;
}

function thresholdOf(text: string, members: number): number | undefined {
  if (members === 0) return undefined;
  if (text === 'any') return 1;
  if (text === 'all') return members;
  const number = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
  return number <= members ? number : undefined;
}

function isNewName(name: string, { rules }: Draft): boolean {
  return name !== '' && name !== none && !rules.has(name);
}

/** One key under two names would count twice. */
function isNewKey(text: string, kind: number, { keys }: Draft): boolean {
  const [type, ...key] = bytesOfBase64(text.split('+').slice(2).join('+'));
  const id = `${kind} ${key.join(' ')}`;
  if (type !== kind || keys.has(id)) return false;
  keys.add(id);
  return true;
}
