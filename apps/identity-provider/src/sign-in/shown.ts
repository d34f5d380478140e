import { type Situation } from './situation';
import { type Visit } from './visit';

/** What a page of a sign-in is made of. */
export interface Shown {
  readonly visit: Visit;
  readonly situation: Situation;
  readonly problem?: string;
  /** Of the password page: what was typed. */
  readonly email?: string;
  /** Of the page of the second factor: that a recovery code is to be typed. */
  readonly recovery?: boolean;
  /** Of the password page: that an organization is to be typed, and what was. */
  readonly organization?: string;
  /** Of the page of a new account: what was typed. */
  readonly name?: string;
}
