import { ApiError, type PlatformClient, type PlatformTypes } from '@governance/client';
import { type Choice, choicesIn } from '../form-fields';

type Member = PlatformTypes['schemas']['Member'];

/** More than a person looks through. */
const mostMembers = 1_000;

/** Who can look after a client; none if this person may not see the members. */
export async function ownerChoices(
  client: PlatformClient,
  { owner, subject }: { readonly owner: string | null; readonly subject: string },
): Promise<readonly Choice[]> {
  const members = await newestMembers(client);
  const named = members.map(({ id, name, email }) => ({
    id,
    name: `${name ?? email ?? 'A member who has not signed in yet'}${id === subject ? ' (you)' : ''}`,
  }));
  const isMissing = owner !== null && members.length > 0 && !members.some(({ id }) => id === owner);
  // The form must be able to keep the owner that is stored.
  return choicesIn(isMissing ? [...named, { id: owner, name: 'As before' }] : named, 'Not set');
}

async function newestMembers(client: PlatformClient): Promise<readonly Member[]> {
  const members: Member[] = [];
  try {
    for await (const page of client.pages('/iam/members', { query: { limit: 200 } })) {
      members.push(...page.members);
      if (members.length >= mostMembers) break;
    }
  } catch (error) {
    // Not served, or not for this person.
    if (!(error instanceof ApiError && (error.status === 404 || error.status === 403))) throw error;
  }
  return members;
}
