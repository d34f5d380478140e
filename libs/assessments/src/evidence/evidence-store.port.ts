import { type Evidence } from './evidence';

/** The evidence of results, stored sealed and erased with notes. Only a request with the capability and the worker read it. */
export abstract class EvidenceStore {
  /** Undefined when none was given, or when it was erased. */
  abstract find(resultId: string): Promise<Evidence | undefined>;
}
