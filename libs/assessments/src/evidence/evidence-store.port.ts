import { type Evidence } from './evidence';

/** The evidence of results, stored sealed and erased with notes. Only a request with the capability and the worker read it. */
export abstract class EvidenceStore {
  /** Undefined when none was given, or when it was erased. */
  abstract find(resultId: string): Promise<Evidence | undefined>;
  /** The organization name that was declared with the answers, for the form that starts from them. */
  abstract organizationNameOf(resultId: string): Promise<string | undefined>;
}
