import {
  type AccountEvent,
  type FoundMember,
  LastAccountAdmin,
  type ListedMember,
  type ListPage,
  type ListPosition,
  type Member,
  MemberDirectory,
  MemberUnknown,
  SecondFactorResetRefused,
  type SessionEnd,
} from '@governance/iam';
import * as z from 'zod';
import {
  accountEventListResponse,
  foundMembershipResponse,
  membershipResponse,
  secondFactorResetResponse,
  sessionEndListResponse,
} from '../contract';
import { conflict, notFound, nothing } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';
import { organizationPath } from './organization-path';

const members = z.object({ memberships: z.array(membershipResponse.transform(memberOf)) });
const found = foundMembershipResponse.transform(({ isLastAdmin, ...answer }): FoundMember => ({
  ...memberOf(answer),
  isLastAdmin,
}));
const sessionEnds = sessionEndListResponse.transform((answer) => ({
  sessionEnds: answer.sessionEnds.map(({ userId: subject, ...end }): SessionEnd => ({ subject, ...end })),
}));
/** An earlier release of the provider does not tell. */
const none = notFound.transform(() => ({ sessionEnds: [] }));
const accountEvents = accountEventListResponse.transform((answer) =>
  answer.accountEvents.map(({ userId: subject, ...event }): AccountEvent => ({ subject, ...event })),
);
const noEvents = notFound.transform((): AccountEvent[] => []);
const dueAt = secondFactorResetResponse.transform((answer) => answer.dueAt);
const unknown = notFound.transform(() => 'unknown' as const);
const refused = conflict.transform(() => 'refused' as const);
const lastAdmin = conflict.transform(() => 'last admin' as const);

/** The members of organizations at the embedded provider. */
export class EmbeddedMemberDirectory extends MemberDirectory {
  private readonly api: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
  }

  override async list(orgId: string, { limit, after }: ListPage): Promise<readonly ListedMember[]> {
    const path = organizationPath(orgId);
    if (path === undefined) return [];
    const query = new URLSearchParams({ limit: String(limit), ...(after && { after: positionText(after) }) });
    const call = { method: 'GET', path: `${path}/memberships?${query.toString()}` } as const;
    return (await this.api.call(call, { 200: members })).memberships;
  }

  override async find(orgId: string, memberId: string): Promise<FoundMember | undefined> {
    const path = memberPath(orgId, memberId);
    if (path === undefined) return undefined;
    return this.api.call<FoundMember | undefined>({ method: 'GET', path }, { 200: found, 404: notFound });
  }

  override async setRole(orgId: string, { id, role }: Member): Promise<void> {
    const path = memberPath(orgId, id);
    if (path === undefined) throw new MemberUnknown();
    const call = { method: 'PATCH', path, body: { role } } as const;
    const changed = membershipResponse
      .pick({ userId: true, role: true })
      .refine((answer) => answer.userId === id && answer.role === role)
      .transform(() => undefined);
    refuse(await this.api.call<Refusal | undefined>(call, { 200: changed, 404: unknown, 409: lastAdmin }));
  }

  override async remove(orgId: string, memberId: string): Promise<void> {
    const path = memberPath(orgId, memberId);
    if (path === undefined) return;
    const call = { method: 'DELETE', path } as const;
    refuse(await this.api.call<Refusal | undefined>(call, { 204: nothing, 409: lastAdmin }));
  }

  override async requestSecondFactorReset(orgId: string, memberId: string): Promise<Date> {
    const path = memberPath(orgId, memberId);
    if (path === undefined) throw new MemberUnknown();
    const call = { method: 'PUT', path: `${path}/second-factor-reset` } as const;
    const expected = { 200: dueAt, 404: unknown, 409: refused };
    const answer = await this.api.call<Date | 'unknown' | 'refused'>(call, expected);
    if (answer === 'unknown') throw new MemberUnknown();
    if (answer === 'refused') throw new SecondFactorResetRefused();
    return answer;
  }

  override async cancelSecondFactorReset(orgId: string, memberId: string): Promise<void> {
    const path = memberPath(orgId, memberId);
    if (path === undefined) throw new MemberUnknown();
    const call = { method: 'DELETE', path: `${path}/second-factor-reset` } as const;
    refuse(await this.api.call<Refusal | undefined>(call, { 204: nothing, 404: unknown }));
  }

  override async accountEvents(): Promise<readonly AccountEvent[]> {
    const call = { method: 'GET', path: '/account-events' } as const;
    return this.api.call<AccountEvent[]>(call, { 200: accountEvents, 404: noEvents });
  }

  override async forgetAccountEvent(id: string): Promise<void> {
    const path = `/account-events/${encodeURIComponent(id)}`;
    await this.api.call({ method: 'DELETE', path }, { 204: nothing });
  }

  override async sessionEnds(): Promise<readonly SessionEnd[]> {
    const call = { method: 'GET', path: '/session-ends' } as const;
    const expected = { 200: sessionEnds, 404: none };
    return (await this.api.call<{ sessionEnds: readonly SessionEnd[] }>(call, expected)).sessionEnds;
  }

  override async forgetSessionEnd(id: string): Promise<void> {
    const path = `/session-ends/${encodeURIComponent(id)}`;
    await this.api.call({ method: 'DELETE', path }, { 204: nothing });
  }
}

type Refusal = 'unknown' | 'last admin';

function refuse(answer: Refusal | undefined): void {
  if (answer === 'unknown') throw new MemberUnknown();
  if (answer === 'last admin') throw new LastAccountAdmin();
}

function memberOf({
  userId,
  role,
  email,
  name,
  connectionId,
  secondFactor,
  secondFactorResetAt,
  secondFactors,
  lastSignInAt,
  failedSignIns,
  createdAt,
}: z.output<typeof membershipResponse>): ListedMember {
  return {
    id: userId,
    role,
    email: email ?? undefined,
    name: name ?? undefined,
    connectionId: connectionId ?? undefined,
    hasSecondFactor: secondFactor ?? undefined,
    ...(secondFactorResetAt && { secondFactorResetAt }),
    secondFactors,
    lastSignInAt: lastSignInAt ?? undefined,
    failedSignIns: failedSignIns ?? undefined,
    createdAt,
  };
}

function positionText({ createdAt, id }: ListPosition): string {
  return `${createdAt.toISOString()},${id}`;
}

/** Undefined when the provider cannot have such a member: user ids have the same format as organization ids. */
function memberPath(orgId: string, memberId: string): string | undefined {
  const [organization, id] = [organizationPath(orgId), organizationPath(memberId)];
  if (organization === undefined || id === undefined) return undefined;
  return `${organization}/memberships/${encodeURIComponent(memberId)}`;
}
