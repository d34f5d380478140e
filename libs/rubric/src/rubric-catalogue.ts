import { type RubricReference } from './outcome';
import { Rubric } from './rubric';

/** A version as it was published: `content` is the parsed file, `sha256` the hash of its bytes, in hex. */
export interface Publication {
  readonly version: string;
  readonly sha256: string;
  readonly content: unknown;
}

/** Every version ever published. Old versions stay, because results name the version they were scored under. */
export class RubricCatalogue {
  /** The version that new assessments are made from. */
  readonly current: Rubric;
  readonly #rubrics: ReadonlyMap<string, Rubric>;

  /** Oldest first; the last one is current. */
  constructor(publications: readonly Publication[]) {
    const rubrics = publications.map(({ version, sha256, content }) => {
      const rubric = new Rubric(content, sha256);
      if (rubric.version !== version)
        throw new Error(`the file of rubric ${version} is of version ${rubric.version}`);
      return rubric;
    });
    const current = rubrics.at(-1);
    if (current === undefined) throw new Error('no rubric is published');
    this.current = current;
    this.#rubrics = new Map(rubrics.map((rubric) => [rubric.version, rubric]));
    if (this.#rubrics.size !== rubrics.length) throw new Error('a rubric version is published twice');
  }

  /** Oldest first. */
  get versions(): readonly string[] {
    return [...this.#rubrics.keys()];
  }

  /** What results and certificates name them by, oldest first. */
  get references(): readonly RubricReference[] {
    return [...this.#rubrics.values()].map(({ reference }) => reference);
  }

  find(version: string): Rubric | undefined {
    return this.#rubrics.get(version);
  }
}
