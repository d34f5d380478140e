import { Problem } from '@governance/kernel';

/** The browser has no session: it signs in first. */
export class NotSignedIn extends Problem {
  constructor() {
    super('unauthenticated', 'sign in first');
  }
}
