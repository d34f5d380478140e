import { type PlatformTypes } from '@governance/client';
import { dayInWords } from '../moments';
import { roleWords } from '../role-words';

export type Member = PlatformTypes['schemas']['Member'];

export interface MemberView {
  readonly id: string;
  /** For titles and labels: the name, else the address. */
  readonly label: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly role: string;
  readonly signsIn: string;
  readonly secondFactor: string;
  readonly joined: string;
  readonly isAdmin: boolean;
  /** An administrator without a second factor. */
  readonly needsFactor: boolean;
  /** The person who looks at the page. */
  readonly isYou: boolean;
}

export function memberView(member: Member, subject: string): MemberView {
  const { id, name, email, role, sign_in_method: method, second_factor: factor, joined_at: joined } = member;
  const isAdmin = role === 'account-admin';
  return {
    id,
    label: name ?? email ?? 'A member who has not signed in yet',
    name: name ?? undefined,
    email: email ?? undefined,
    role: roleWords[role],
    signsIn: method === 'password' ? 'Password' : 'Connection',
    secondFactor: secondFactorInWords(factor),
    joined: dayInWords(new Date(joined)),
    isAdmin,
    needsFactor: isAdmin && factor === false,
    isYou: id === subject,
  };
}

function secondFactorInWords(factor: boolean | null): string {
  if (factor === null) return 'Not known here';
  return factor ? 'Yes' : 'None';
}
