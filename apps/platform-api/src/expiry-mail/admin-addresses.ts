import { canonicalAddress, recipientKey } from '@governance/deliveries';
import { type ListPosition, type MemberDirectory } from '@governance/iam';

const pageSize = 200;

/** The addresses of an organization's account admins, each mailbox once. Rejects with `IdentityProviderUnavailable`. */
export async function adminAddresses(
  members: Pick<MemberDirectory, 'list'>,
  orgId: string,
): Promise<readonly string[]> {
  const byMailbox = new Map<string, string>();
  let after: ListPosition | undefined;
  do {
    const page = await members.list(orgId, { limit: pageSize, after });
    for (const { role, email = '' } of page) {
      const address = canonicalAddress(email);
      if (role === 'account-admin' && address !== undefined) byMailbox.set(recipientKey(address), address);
    }
    after = page.length === pageSize ? page.at(-1) : undefined;
  } while (after !== undefined);
  return [...byMailbox.values()];
}
