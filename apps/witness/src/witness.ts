import { type Clock } from '@governance/kernel';
import { type ProgramLog } from '@governance/runtime';
import {
  type AddCheckpoint,
  type Checkpoint,
  checkpointText,
  cosigner,
  cosignNote,
  emptyRoot,
  InvalidNote,
  isExtension,
  openCheckpoint,
  parseAddCheckpoint,
  signatureLinesOf,
  sizeType,
  UnsignedNote,
} from '@governance/transparency';
import { createHash } from 'node:crypto';
import { type KnownLogs } from './known-logs';
import { type Remembered, type StateFile } from './state-file';
import { type WitnessKey } from './witness-key';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Plain text if absent. */
  readonly type?: string;
}

interface WitnessParts {
  readonly key: WitnessKey;
  readonly logs: KnownLogs;
  readonly state: StateFile;
  readonly clock: Clock;
  readonly log: ProgramLog;
}

interface Submission {
  readonly last: Remembered | undefined;
  readonly next: Checkpoint;
  /** With the signatures of the log alone. */
  readonly note: string;
}

/** Cosigns a checkpoint only if its tree begins with the tree that it cosigned last for the log (C2SP tlog-witness). */
export class Witness {
  constructor(private readonly parts: WitnessParts) {}

  /** `POST /add-checkpoint`. */
  async addCheckpoint(body: string): Promise<Answer> {
    try {
      return await this.decide(parseAddCheckpoint(body));
    } catch (error) {
      if (error instanceof UnsignedNote) return refusal(403, error.message);
      if (error instanceof InvalidNote) return refusal(400, error.message);
      throw error;
    }
  }

  /** The last cosigned checkpoint of each log. */
  get remembered(): Iterable<Remembered> {
    return this.parts.state.all();
  }

  /** `GET /HASH/checkpoint`: the last cosigned checkpoint of the log whose origin has this SHA-256 hash, for monitors. */
  checkpointOf(originHash: string): Answer {
    for (const { origin, note } of this.parts.state.all())
      if (createHash('sha256').update(origin).digest('hex') === originHash)
        return { status: 200, body: note };
    return refusal(404, 'This witness has cosigned no checkpoint of this log');
  }

  private async decide({ oldSize, path, checkpoint }: AddCheckpoint): Promise<Answer> {
    const [origin = ''] = checkpoint.split('\n', 1);
    const keys = this.parts.logs.get(origin);
    if (!keys) return refusal(404, 'This witness does not know the log');
    const next = await openCheckpoint(checkpoint, { origin, log: keys, witnesses: [] });
    if (oldSize > next.size) return refusal(400, 'The old size is larger than the checkpoint');
    const last = this.parts.state.last(origin);
    if (oldSize !== sizeOf(last)) return conflict(last);
    const note = `${checkpointText(next)}\n${signatureLinesOf(checkpoint, keys)}`;
    const submission = { last, next, note };
    if (!isExtension(last ?? { size: 0, root: emptyRoot() }, path, next))
      return this.inconsistent(submission);
    return this.cosign(submission);
  }

  private async cosign({ last, next: { origin, size, root }, note }: Submission): Promise<Answer> {
    const { key, state, clock, log } = this.parts;
    const time = Math.floor(clock.now().getTime() / 1000);
    if (last && time < last.time) {
      log.error(
        { secondsBehind: last.time - time },
        'the clock is behind the last cosignature, nothing is cosigned',
      );
      return refusal(503, 'The clock of this witness is wrong');
    }
    const cosigned = await cosignNote(note, [cosigner(key, { sign: key.sign, time })]);
    // The cosignature leaves only when it is on the disk, and no other one from the same last checkpoint leaves.
    if (!state.advance(last, { origin, size, root, time, note: cosigned }))
      return conflict(state.last(origin));
    log.info({ origin, size, time }, 'cosigned');
    return { status: 200, body: cosigned.slice(note.length) };
  }

  /** Both trees are signed: two of one size prove that the log shows two histories. A false path for a later tree proves nothing. */
  private inconsistent({ last, next, note }: Submission): Answer {
    const { log } = this.parts;
    const { origin, size } = next;
    if (last?.size === size)
      log.error({ origin, size, notes: [last.note, note] }, 'the log signed two trees of one size');
    else log.warn({ origin, size }, 'the proof of consistency is invalid');
    return refusal(422, 'The checkpoint is not shown to extend the one that this witness cosigned last');
  }
}

function sizeOf(last: Remembered | undefined): number {
  return last?.size ?? 0;
}

function conflict(last: Remembered | undefined): Answer {
  return { status: 409, body: `${sizeOf(last)}\n`, type: sizeType };
}

export function refusal(status: number, words: string): Answer {
  return { status, body: `${words}\n` };
}
