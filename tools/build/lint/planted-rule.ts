/** A file and what lint must say about it: the start of each message, rule first; nothing when it is allowed. */
export interface PlantedRule {
  readonly what: string;
  readonly path: string;
  readonly code: string;
  readonly breaks: readonly string[];
}
