import { type Way } from '../organizations/ways.store';
import { type OpenedInvitation } from '../invitations/acceptances.store';
import { type Place } from '../organizations/places.store';
import { type SecondFactors } from '../second-factor/second-factors.store';
import { type Progress } from './progress';

/** The requirements of the application. */
export interface Request {
  /** Whether the user must sign in even with a session. */
  readonly signIn: boolean;
  /** Whether the second factor is required again: from enrolled users, or from all. */
  readonly factor: 'no' | 'if-enrolled' | 'required';
  /** Whether an earlier sign-in is refused, at the provider of an organization too. */
  readonly again: boolean;
  /** The organization to enter, if the user is a member. */
  readonly orgId: string | undefined;
  /** Whether the user must give consent: always, only if they did not sign in here, or never. */
  readonly consent: 'no' | 'unless-signed-in' | 'required';
}

export interface Session {
  readonly userId: string;
  /** Whether a second factor was shown, at a known time or not. */
  readonly hasFactor: boolean;
  /** The connection that the user signed in with; undefined: by password. */
  readonly connectionId: string | undefined;
}

export interface Situation {
  readonly request: Request;
  readonly progress: Progress;
  /** Whether this sign-in has proven the password, or a new sign-in at the connection, within the time for a first second factor. */
  readonly isJustProven: boolean;
  /** The existing session of the browser. */
  readonly session: Session | undefined;
  /** Whether the user has a second factor here. */
  readonly enrolled: boolean;
  readonly factors: SecondFactors;
  /** The organizations that the user's sign-in method leads to. */
  readonly places: readonly Place[];
  /** Only while the user accepts an invitation. */
  readonly invited: InvitedSituation | undefined;
}

/** An invitation that a user is accepting. */
export interface InvitedSituation {
  readonly invitation: OpenedInvitation;
  /** The enabled sign-in methods by which it can be accepted. */
  readonly ways: readonly Way[];
  /** The account with the invited address, if it exists. */
  readonly account: { readonly userId: string; readonly hasPassword: boolean } | undefined;
}
