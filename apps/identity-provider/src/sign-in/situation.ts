import { type Way } from '../connections/ways.store';
import { type OpenedInvitation } from '../invitations/acceptances.store';
import { type Place } from '../people/places.store';
import { type Progress } from './progress';

/** What the application asks for. */
export interface Request {
  /** That the person signs in in any case. */
  readonly signIn: boolean;
  /** Whether the second factor is asked for again: from people who have one, or from all. */
  readonly factor: 'no' | 'if-enrolled' | 'required';
  /** That no sign-in from before will do, at the provider of an organization neither. */
  readonly again: boolean;
  /** The organization to enter, if the person belongs to it. */
  readonly orgId: string | undefined;
  /** That the person says yes to the application, or, unless they have signed in here, to signing in. */
  readonly consent: 'no' | 'unless-signed-in' | 'required';
}

export interface Session {
  readonly userId: string;
  readonly hasFactor: boolean;
  /** By which connection the person came; undefined: by password. */
  readonly connectionId: string | undefined;
}

export interface Situation {
  readonly request: Request;
  readonly progress: Progress;
  /** Who was signed in before. */
  readonly session: Session | undefined;
  /** Of the person. */
  readonly enrolled: boolean;
  /** Those to which the way of the person leads. */
  readonly places: readonly Place[];
  /** Only while a person accepts an invitation. */
  readonly invited: InvitedSituation | undefined;
}

/** An invitation that a person is accepting. */
export interface InvitedSituation {
  readonly invitation: OpenedInvitation;
  /** The open ways in which it can be accepted. */
  readonly ways: readonly Way[];
  /** The account with the invited address, if there is one. */
  readonly account: { readonly userId: string; readonly hasPassword: boolean } | undefined;
}
