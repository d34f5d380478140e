import { type PlatformTypes } from '@governance/client';
import { dayInWords, momentInWords } from '../moments';
import { roleWords } from '../role-words';

export type Member = PlatformTypes['schemas']['Member'];

export type MemberView = ReturnType<typeof memberView>;

export function memberView(member: Member, subject: string) {
  const { id, name, email, role, sign_in_method: method, second_factor: factor, ...times } = member;
  const { second_factor_reset_at: resetAt, joined_at: joined, last_sign_in_at: last } = times;
  const isAdmin = role === 'account-admin';
  return {
    id,
    // For titles and labels: the name, else the address.
    label: name ?? email ?? 'A member who has not signed in yet',
    name: name ?? undefined,
    email: email ?? undefined,
    role: roleWords[role],
    // As the API and the form name it.
    heldRole: role,
    signsIn: method === 'password' ? 'Password' : 'Connection',
    ...removalInWords(resetAt),
    canBeReset: factor === true && resetAt === null,
    secondFactor: secondFactorInWords(member),
    lastSignIn: last === null ? 'Not known' : dayInWords(new Date(last)),
    ...failuresInWords(member),
    joined: dayInWords(new Date(joined)),
    isAdmin,
    // An administrator without a second factor.
    needsFactor: isAdmin && factor === false,
    // The person who looks at the page.
    isYou: id === subject,
  };
}

/** Fewer are typing errors. */
const fewestToTell = 3;

/** Empty: there are none, or another provider checks what the member enters. */
function failuresInWords({ failed_sign_ins: failed, name, email }: Member) {
  if (failed === null) return { failures: '', needsLook: false, found: '' };
  const { count, last_at: last, paused } = failed;
  const since = `${count} failed ${count === 1 ? 'sign-in' : 'sign-ins'} since yesterday`;
  return {
    failures: `${since}, the last on ${momentInWords(new Date(last))}${paused ? '; new browsers have to wait' : ''}`,
    needsLook: paused || count >= fewestToTell,
    // The parameters of the list that shows the member.
    found: new URLSearchParams({ search: email ?? name ?? '' }).toString(),
  };
}

/** Empty: the second factor stays. */
function removalInWords(resetAt: string | null) {
  const at = resetAt === null ? undefined : new Date(resetAt);
  return { resetOn: at ? momentInWords(at) : '', resetDay: at ? dayInWords(at) : '' };
}

const factorWords: Readonly<Record<string, string>> = { app: 'App', passkey: 'Passkey' };

function secondFactorInWords({ second_factor: factor, second_factors: kinds }: Member): string {
  if (factor === null) return 'Not known here';
  const known = (kinds ?? []).flatMap((kind) => factorWords[kind] ?? []);
  return known.length > 0 ? known.join(', ') : factor ? 'Yes' : 'None';
}
