import { type ListPosition } from '../list-page';
import { type ListedMember, type MemberDirectory } from './member-directory.port';

const pageSize = 200;

/** Every member of an organization, newest first, page by page. Rejects with `IdentityProviderUnavailable`. */
export async function* allMembers(
  directory: Pick<MemberDirectory, 'list'>,
  orgId: string,
): AsyncGenerator<ListedMember> {
  let after: ListPosition | undefined;
  do {
    const page = await directory.list(orgId, { limit: pageSize, after });
    yield* page;
    after = page.length < pageSize ? undefined : page.at(-1);
  } while (after !== undefined);
}
