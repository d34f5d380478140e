/** A step of the schema, applied as one transaction. Steps are forward-only: a mistake is corrected by the next one. */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
  /** What the operator has to know of what it did: a query, each of whose rows is printed once. */
  readonly report?: string;
}
