/** A file and the expected lint messages: the start of each, rule first; none if the file is allowed. */
export interface PlantedRule {
  readonly what: string;
  readonly path: string;
  readonly code: string;
  readonly breaks: readonly string[];
}
