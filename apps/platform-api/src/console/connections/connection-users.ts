import { type PlatformClient, type PlatformTypes } from '@governance/client';
import { ifServed } from '../if-served';
import { memberView } from '../members/member-view';
import { type ConnectionDetails } from './connection-view';

type Member = PlatformTypes['schemas']['Member'];

const mostNames = 10;

/** The people who can no longer sign in when a connection is disabled or removed. */
export interface ConnectionUsers {
  readonly count: number;
  /** At most ten. */
  readonly names: readonly string[];
  readonly more: number;
  /** Whether the person who looks at the page is one of them. */
  readonly includesYou: boolean;
}

export function usersOf(
  { id, isAtProvider }: ConnectionDetails,
  members: readonly Member[],
  subject: string,
): ConnectionUsers {
  const users = members.filter(({ connection_id: connection }) =>
    isAtProvider ? connection === id : connection === null,
  );
  return {
    count: users.length,
    names: users.slice(0, mostNames).map((member) => memberView(member, subject).label),
    more: Math.max(0, users.length - mostNames),
    includesYou: users.some((member) => member.id === subject),
  };
}

/** All members; undefined if the API does not serve them. */
export function membersOf(client: PlatformClient): Promise<Member[] | undefined> {
  return ifServed(collected(client));
}

async function collected(client: PlatformClient): Promise<Member[]> {
  const all: Member[] = [];
  for await (const { members } of client.pages('/iam/members', { query: { limit: 200 } }))
    all.push(...members);
  return all;
}
