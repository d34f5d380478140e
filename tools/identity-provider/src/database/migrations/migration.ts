/** A step of the schema, applied as one transaction. Steps are forward-only: a mistake is corrected by the next one. */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
}
