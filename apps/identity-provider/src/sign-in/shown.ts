import { type Situation } from './situation';
import { type Visit } from './visit';

/** The input of a sign-in page. */
export interface Shown {
  readonly visit: Visit;
  readonly situation: Situation;
  readonly problem?: string;
  /** Password page: the address that was typed. */
  readonly email?: string;
  /** Second-factor page: the method that the user has chosen instead of the first one. */
  readonly method?: 'app' | 'recovery-code';
  /** Password page: the organization that was typed; if set, the page asks for an organization. */
  readonly organization?: string;
  /** New-account page: the name that was typed. */
  readonly name?: string;
}
