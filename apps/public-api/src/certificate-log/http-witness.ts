import { type WitnessedTree } from '@governance/assessments';
import { readBody } from '@governance/runtime';
import { traceHeaders } from '@governance/tracing';
import {
  addCheckpointText,
  parseWitnessAnswer,
  type PolicyWitness,
  type WitnessAnswer,
  withCosignatures,
} from '@governance/transparency';

/** A witness that does not answer within this time does not count. Others may be enough. */
const timeoutMs = 5_000;
/** Lines of signatures, or a size. */
const longestAnswer = 16_384;
/** The second one knows what the witness cosigned last. */
const attempts = 2;

/** A witness over HTTP (C2SP tlog-witness). */
export class HttpWitness {
  readonly name: string;
  /** What it cosigned last. After a start, the witness says it. */
  private lastSize = 0;

  constructor(
    private readonly witness: PolicyWitness & { readonly url: string },
    private readonly fetchAnswer: typeof fetch = fetch,
  ) {
    this.name = witness.verifier.name;
  }

  /** Its line of the note. Rejects when it gives none. */
  async cosign({ checkpoint: { size }, note, tree }: WitnessedTree): Promise<string> {
    for (let attempt = 0; attempt < attempts && this.lastSize <= size; attempt += 1) {
      const oldSize = this.lastSize;
      const path = await tree.consistencyPath(oldSize);
      const answer = await this.ask(addCheckpointText({ oldSize, path, checkpoint: note }));
      if (answer.kind === 'refused') throw new Error(`the witness answered ${answer.status}`);
      if (answer.kind === 'cosigned') {
        const cosigned = await withCosignatures(note, answer.lines, [this.witness.verifier]);
        this.lastSize = size;
        return cosigned.slice(note.length);
      }
      this.lastSize = answer.size;
    }
    const cosigned = this.lastSize;
    // It may lie: the next call asks again.
    if (cosigned > size) this.lastSize = 0;
    throw new Error(`the witness has cosigned ${cosigned} entries, and not the ${size} of this checkpoint`);
  }

  private async ask(body: string): Promise<WitnessAnswer> {
    const response = await this.fetchAnswer(`${this.witness.url}/add-checkpoint`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'content-type': 'text/plain', ...traceHeaders() },
      body,
    });
    return parseWitnessAnswer({ status: response.status, body: await readBody(response, longestAnswer) });
  }
}
