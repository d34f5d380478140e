/** Looks up TXT records. */
export abstract class TxtResolver {
  /** The texts of all records; empty when there are none. Rejects when the lookup fails. */
  abstract resolve(name: string): Promise<readonly string[]>;
}
