import { type Role } from '@governance/iam';
import { atProvider } from '../../src/platform-demo/invited-person';

/** A test case: the invited user, the connection and the expected pages. */
export interface InvitationWalk {
  readonly who: string;
  readonly email: string;
  /** Type of the connection to which the invitation is pinned. */
  readonly type: 'database' | 'enterprise';
  readonly orgId: string;
  readonly orgName: string;
  readonly role: Role;
  /** The pages between the invitation and its acceptance. */
  readonly accepting: readonly string[];
  /** The pages of the sign-in after it, in the session that accepting has begun. */
  readonly signingIn: readonly string[];
}

const globex = { orgId: 'org_globex', orgName: 'Globex MSP' };
const acme = { orgId: 'org_acme', orgName: 'Acme MSP' };
/** In a session, a program on the machine has to be confirmed. */
const confirm = 'Sign in to Governance command line?';
const byConnection = ['Choose how to sign in', atProvider];

export const invitationWalks: readonly InvitationWalk[] = [
  {
    ...globex,
    who: 'a new person',
    email: 'invitee@example.com',
    type: 'database',
    role: 'account-admin',
    accepting: ['Set up your account'],
    signingIn: [confirm],
  },
  {
    ...globex,
    who: 'a new person',
    email: 'newcomer@globex.example',
    type: 'enterprise',
    role: 'viewer',
    accepting: ['Sign in with Globex single sign-on', atProvider],
    signingIn: [confirm],
  },
  {
    ...globex,
    who: 'a known person',
    email: 'viewer@acme.example',
    type: 'database',
    role: 'viewer',
    accepting: ['Sign in', 'Enter your code'],
    signingIn: [confirm],
  },
  {
    ...acme,
    who: 'a known person',
    email: 'viewer@globex.example',
    type: 'enterprise',
    role: 'account-admin',
    // Not the password account: this one has no second factor yet.
    accepting: ['Sign in with Acme single sign-on', atProvider],
    // A first second factor needs a new sign-in at the provider, and counts from the next one on.
    signingIn: [
      'Sign in',
      ...byConnection,
      'Set up a second factor',
      'Save your recovery codes',
      ...byConnection,
      'Enter your code',
    ],
  },
];
