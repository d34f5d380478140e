/** Whether this process can work now. Resolves when it can, rejects when it cannot. */
export abstract class Readiness {
  abstract check(): Promise<void>;
}
