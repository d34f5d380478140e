import { canonicalAddress } from '@governance/deliveries';
import {
  checkOrganizationId,
  type Gate,
  gates,
  isRole,
  longestWindowSeconds,
  type Role,
  roles,
} from '@governance/iam';
import { checkName } from '@governance/kernel';
import { parseArgs } from 'node:util';
import { type NewOrganization } from './organization-creation';
import { type PolicyChange } from './organization-policy';

/** The commands that name nothing but the organization. */
const ofOrganizations = ['members', 'seal-audit'] as const;

/** The commands that name nothing but a member. */
const ofMembers = ['remove-member', 'reset-second-factor'] as const;

/** A parsed command line. */
export type OrgCommand =
  | { readonly kind: 'policy'; readonly orgId: string; readonly change: PolicyChange }
  | { readonly kind: 'default-policy'; readonly secondFactorWindowSeconds: number | undefined }
  | ({ readonly kind: 'create' } & NewOrganization)
  | { readonly kind: (typeof ofOrganizations)[number]; readonly orgId: string }
  | {
      readonly kind: 'remove-member' | 'reset-second-factor';
      readonly orgId: string;
      readonly memberId: string;
    }
  | { readonly kind: 'set-role'; readonly orgId: string; readonly memberId: string; readonly role: Role };

const usage = [
  'Usage: npm run operate -- org policy ORGANIZATION [--mfa-max-age SECONDS] [--second-factor-window SECONDS] [--gate OPERATION,…]',
  '       npm run operate -- org default-policy [--second-factor-window SECONDS]',
  '       npm run operate -- org create ORGANIZATION --name NAME --admin ADDRESS',
  '       npm run operate -- org members ORGANIZATION',
  '       npm run operate -- org seal-audit ORGANIZATION',
  '       npm run operate -- org remove-member ORGANIZATION MEMBER',
  '       npm run operate -- org reset-second-factor ORGANIZATION MEMBER',
  `       npm run operate -- org set-role ORGANIZATION MEMBER ${roles.join('|')}`,
  '',
  '  MEMBER         the id listed by members: the sub claim of their access tokens',
  '',
  '  --name         the display name of the organization',
  '  --admin        the address of its first account admin, who gets an invitation',
  '  --mfa-max-age  seconds for which a second factor stays fresh; 0: no second factor is required',
  '  --second-factor-window  the same, at least 1, for users of issuers whose tokens do not say it',
  `  --gate         the writes that require one, or none: ${gates.join(', ')}`,
].join('\n');

const windowOption = 'second-factor-window';

type Options = Readonly<
  Partial<Record<'mfa-max-age' | typeof windowOption | 'gate' | 'name' | 'admin', string | undefined>>
>;

/** Throws with the usage when the command line is invalid. */
export function readOrgCommand(args: readonly string[]): OrgCommand {
  const { positionals, values } = parsed(args);
  const [kind, orgId, ...rest] = positionals;
  const given = Object.keys(values);
  if (kind === 'default-policy' && orgId === undefined) return defaultPolicyCommand(values);
  if (!orgId) throw new Error(usage);
  const hasOnly = (...options: readonly string[]): boolean =>
    rest.length === 0 && given.every((option) => options.includes(option));
  if (kind === 'policy' && hasOnly('mfa-max-age', windowOption, 'gate')) {
    return { kind, orgId, change: changeOf(values) };
  }
  if (kind === 'create' && hasOnly('name', 'admin')) return { kind, ...newOrganizationOf(orgId, values) };
  if (given.length > 0) throw new Error(usage);
  return memberCommand({ kind, orgId, rest });
}

function memberCommand({
  kind,
  orgId,
  rest: [memberId, role, ...more],
}: {
  readonly kind: string | undefined;
  readonly orgId: string;
  readonly rest: readonly string[];
}): OrgCommand {
  const whole = ofOrganizations.find((each) => each === kind);
  if (whole !== undefined && memberId === undefined) return { kind: whole, orgId };
  if (!memberId || more.length > 0) throw new Error(usage);
  const ofMember = ofMembers.find((each) => each === kind);
  if (ofMember !== undefined && role === undefined) return { kind: ofMember, orgId, memberId };
  if (kind === 'set-role' && role !== undefined && isRole(role)) return { kind, orgId, memberId, role };
  throw new Error(usage);
}

function defaultPolicyCommand({ [windowOption]: window, ...others }: Options): OrgCommand {
  if (Object.keys(others).length > 0) throw new Error(usage);
  return {
    kind: 'default-policy',
    secondFactorWindowSeconds: window === undefined ? undefined : windowOf(window),
  };
}

function changeOf({ 'mfa-max-age': maxAge, [windowOption]: window, gate }: Options): PolicyChange {
  return {
    ...(maxAge !== undefined && { mfaMaxAgeSeconds: secondsOf(maxAge, { name: 'mfa-max-age', fewest: 0 }) }),
    ...(window !== undefined && { secondFactorWindowSeconds: windowOf(window) }),
    ...(gate !== undefined && { gated: operationsOf(gate) }),
  };
}

function newOrganizationOf(
  orgId: string,
  { name, admin }: { readonly name?: string | undefined; readonly admin?: string | undefined },
): NewOrganization {
  if (name === undefined || admin === undefined) throw new Error(usage);
  const adminEmail = canonicalAddress(admin);
  if (adminEmail === undefined) throw new Error('--admin must be an email');
  return {
    orgId: checkOrganizationId(orgId),
    name: checkName('the name of an organization', name),
    adminEmail,
  };
}

function parsed(args: readonly string[]) {
  try {
    const option = { type: 'string' } as const;
    const options = {
      'mfa-max-age': option,
      [windowOption]: option,
      gate: option,
      name: option,
      admin: option,
    };
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new Error(usage, { cause: error });
  }
}

/** A window of 0 would need no second factor, which --gate says for each operation. */
function windowOf(text: string): number {
  return secondsOf(text, { name: windowOption, fewest: 1 });
}

function secondsOf(
  text: string,
  { name, fewest }: { readonly name: string; readonly fewest: number },
): number {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (seconds >= fewest && seconds <= longestWindowSeconds) return seconds;
  throw new Error(`--${name} must be a whole number of seconds from ${fewest} to ${longestWindowSeconds}`);
}

function operationsOf(text: string): ReadonlySet<Gate> {
  const names = text === 'none' ? [] : text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !isGate(name));
  if (unknown.length > 0) {
    throw new Error(
      `--gate: unknown operation ${unknown.join(', ')}. Known operations: ${gates.join(', ')}.`,
    );
  }
  return new Set(names.filter(isGate));
}

function isGate(name: string): name is Gate {
  return (gates as readonly string[]).includes(name);
}
