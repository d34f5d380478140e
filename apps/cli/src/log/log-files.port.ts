/** Where the static files of a log are read: an address, or a folder. Nothing that they hold is trusted. */
export abstract class LogFiles {
  /**
   * The file at this path below the log, if it has at most so many bytes. Rejects with an UnservedFile if there is none or it is longer,
   * and with a CommandError if it cannot be asked for.
   */
  abstract read(path: string, mostBytes: number): Promise<Uint8Array>;

  /** Ends the reads that are still running. */
  abstract close(): void;
}

/** A file that a log must have is missing, or is not what it must be. */
export class UnservedFile extends Error {
  override readonly name = 'UnservedFile';

  constructor(
    readonly path: string,
    reason: string,
  ) {
    super(`${path}: ${reason}`);
  }
}

export const isTooLong = (path: string, mostBytes: number): UnservedFile =>
  new UnservedFile(path, `it is longer than ${mostBytes} bytes`);
