import { TxtResolver } from '@governance/iam';
import { Resolver } from 'node:dns/promises';

const timeoutMs = 2_000;
const tries = 2;

/** The resolver of the system's configuration. */
export class DnsTxtResolver extends TxtResolver {
  private readonly resolver = new Resolver({ timeout: timeoutMs, tries });

  override async resolve(name: string): Promise<readonly string[]> {
    try {
      // RFC 1035, 3.3.14: one text may come in several parts.
      return (await this.resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  }
}

function isAbsent(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
  );
}
