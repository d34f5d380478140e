import { type RubricReference } from './outcome';
import { Rubric } from './rubric';

/** A published version: `content` is the parsed file, `sha256` the hash of its bytes, in hex. */
export interface Publication {
  readonly version: string;
  readonly sha256: string;
  readonly content: unknown;
}

/** Every published version. Old versions stay, because results refer to the version they were scored with. */
export class RubricCatalogue {
  /** The version for new assessments. */
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

  /** The references used in results and certificates, oldest first. */
  get references(): readonly RubricReference[] {
    return [...this.#rubrics.values()].map(({ reference }) => reference);
  }

  find(version: string): Rubric | undefined {
    return this.#rubrics.get(version);
  }
}
