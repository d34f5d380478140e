export interface RefusalDetails {
  /** The value of `WWW-Authenticate`; what is refused for lack of a token says at least how to send one. */
  readonly challenge?: string;
  /** The platform's error code, where it is not the kind's own. */
  readonly code?: string;
  /** Further members of the platform's error body. */
  readonly members?: Readonly<Record<string, number>>;
  /** What the operator may know and the client must not. */
  readonly cause?: unknown;
}

/** The caller may not call this route. `text` is for the client. */
export class AccessRefused extends Error {
  override readonly name = 'AccessRefused';
  readonly challenge: string | undefined;
  readonly code: string | undefined;
  readonly members: Readonly<Record<string, number>>;

  constructor(
    readonly kind: 'unauthenticated' | 'forbidden',
    readonly text: string,
    { challenge, code, members = {}, cause }: RefusalDetails = {},
  ) {
    super(text, { cause });
    this.challenge = challenge;
    this.code = code;
    this.members = members;
  }
}
