import { ApiError, type PlatformClient, type PlatformTypes } from '@governance/client';
import { type Choice, choicesIn } from '../form-fields';

type Member = PlatformTypes['schemas']['Member'];

/** More than a person looks through. */
const mostMembers = 1_000;

/** The members that a client has already: the form must be able to keep them. */
interface StoredMembers {
  readonly owner: string | null;
  readonly assigned: readonly string[];
  /** The person who looks at the form. */
  readonly subject: string;
}

/** By field of the form. */
export type MemberChoices = Readonly<Record<'owner_id' | 'member_ids', readonly Choice[]>>;

/** Who can look after a client, and who can be the only ones to see it; none if this person may not see the members. */
export async function memberChoices(
  client: PlatformClient,
  { owner, assigned, subject }: StoredMembers,
): Promise<MemberChoices> {
  const members = await newestMembers(client);
  if (members.length === 0) return { owner_id: [], member_ids: [] };
  const named = members.map(({ id, name, email }) => ({
    id,
    name: `${name ?? email ?? 'A member who has not signed in yet'}${id === subject ? ' (you)' : ''}`,
  }));
  const withStored = (ids: readonly string[]): typeof named => {
    const missing = ids.filter((id) => !members.some((member) => member.id === id));
    return [...named, ...missing.map((id) => ({ id, name: 'As before' }))];
  };
  return {
    owner_id: choicesIn(withStored(owner === null ? [] : [owner]), 'Not set'),
    member_ids: withStored(assigned).map(({ id, name }) => ({ value: id, label: name })),
  };
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
