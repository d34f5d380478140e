import { Problem } from '@governance/kernel';
import { CredentialRefused } from '@governance/iam';

/** What a rule makes of a request. Its refusals, which are fit for the client, become 400. */
export function judged<Outcome>(rule: () => Outcome): Outcome {
  try {
    return rule();
  } catch (error) {
    throw error instanceof CredentialRefused ? new Problem('invalid', error.message) : error;
  }
}
