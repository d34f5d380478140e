import { createHash } from 'node:crypto';
import { type RubricReference } from './outcome';
import { rubricDocument, type RubricDocument } from './rubric-document';
import { rubricProblems } from './rubric-invariants';
import { RubricRules } from './rubric-rules';

/** One published version of the rubric. Neither its bytes nor the outcome of any answers ever change. */
export class Rubric extends RubricRules {
  readonly reference: RubricReference;
  readonly #bytes: Uint8Array;

  /**
   * `published` is the content of the published file, `sha256` the hash pinned at its publication. Throws when they do not
   * match or the rubric is not sound, so that an edited version is never served.
   */
  constructor(
    published: unknown,
    readonly sha256: string,
  ) {
    super(soundDocument(published, sha256));
    this.#bytes = fileBytes(published);
    this.reference = Object.freeze({ id: this.id, version: this.version, sha256 });
    Object.freeze(this);
  }

  /** The published file, byte for byte. Copied on each call, so that a caller cannot change what is served: store it. */
  get bytes(): Uint8Array {
    return this.#bytes.slice();
  }
}

/** Published files have two-space indentation and a final newline; a spec compares these bytes with the file. */
function fileBytes(published: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(published, null, 2)}\n`);
}

function soundDocument(published: unknown, sha256: string): RubricDocument {
  const actual = createHash('sha256').update(fileBytes(published)).digest('hex');
  if (actual !== sha256)
    throw new Error(`a published rubric was changed: its hash is ${actual}, not ${sha256}`);
  // Each published rubric is checked once, at startup: generating code for it does not pay off.
  const document = rubricDocument.parse(published, { jitless: true });
  const problems = rubricProblems(document);
  if (problems.length > 0) throw new Error(`the rubric is not sound: ${problems.join('; ')}`);
  return document;
}
