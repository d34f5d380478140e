import { canonicalAddress, recipientKey } from '@governance/deliveries';
import { allMembers, type MemberDirectory } from '@governance/iam';

/** The addresses of an organization's account admins, each mailbox once. Rejects with `IdentityProviderUnavailable`. */
export async function adminAddresses(
  members: Pick<MemberDirectory, 'list'>,
  orgId: string,
): Promise<readonly string[]> {
  const byMailbox = new Map<string, string>();
  for await (const { role, email = '' } of allMembers(members, orgId)) {
    const address = canonicalAddress(email);
    if (role === 'account-admin' && address !== undefined) byMailbox.set(recipientKey(address), address);
  }
  return [...byMailbox.values()];
}
