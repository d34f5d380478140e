import { TxtResolver } from '@governance/iam';

/** The TXT records of the DNS, by name; an error fails the lookup. */
export class TestRecords extends TxtResolver {
  readonly found = new Map<string, readonly string[] | Error>();

  resolve(name: string): Promise<readonly string[]> {
    const texts = this.found.get(name) ?? [];
    return texts instanceof Error ? Promise.reject(texts) : Promise.resolve(texts);
  }
}
