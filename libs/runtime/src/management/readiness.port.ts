/** Whether this process can do its work now. Resolves when it can, rejects when it cannot. */
export abstract class Readiness {
  abstract check(): Promise<void>;
}
