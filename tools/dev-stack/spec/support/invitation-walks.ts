import { type Role } from '@governance/iam';

/** Of whoever is invited: into what, and what they see on their way. */
export interface InvitationWalk {
  readonly who: string;
  readonly email: string;
  /** Of the connection to which the invitation is pinned. */
  readonly type: 'database' | 'enterprise';
  readonly orgId: string;
  readonly orgName: string;
  readonly role: Role;
  /** The pages between the invitation and its acceptance. */
  readonly accepting: readonly string[];
  /** The pages of the sign-in after it. The provider of the organization remembers who has signed in there. */
  readonly signingIn: readonly string[];
}

const globex = { orgId: 'org_globex', orgName: 'Globex MSP' };
const acme = { orgId: 'org_acme', orgName: 'Acme MSP' };
const atProvider = ['Choose how to sign in', 'Sign in at your organization'];

export const invitationWalks: readonly InvitationWalk[] = [
  {
    ...globex,
    who: 'a new person',
    email: 'invitee@example.com',
    type: 'database',
    role: 'account-admin',
    accepting: ['Set up your account'],
    signingIn: ['Sign in'],
  },
  {
    ...globex,
    who: 'a new person',
    email: 'newcomer@globex.example',
    type: 'enterprise',
    role: 'viewer',
    accepting: atProvider,
    signingIn: ['Sign in'],
  },
  {
    ...globex,
    who: 'a known person',
    email: 'viewer@acme.example',
    type: 'database',
    role: 'viewer',
    accepting: ['Sign in', 'Enter your code'],
    signingIn: ['Sign in', 'Enter your code'],
  },
  {
    ...acme,
    who: 'a known person',
    email: 'viewer@globex.example',
    type: 'enterprise',
    role: 'account-admin',
    // Another account than the one with the password: it has no second factor yet.
    accepting: atProvider,
    signingIn: ['Sign in', 'Set up a second factor', 'Save your recovery codes'],
  },
];
