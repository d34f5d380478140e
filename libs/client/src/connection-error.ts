/** A server did not answer, or not in time. Whether it carried out the call is unknown. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    message: string,
    /** Whether the time limit of the call ended the attempt. */
    readonly timedOut: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
